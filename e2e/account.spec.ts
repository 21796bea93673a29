import { newMember, portal, session, somebody } from './support/person.ts';
import { acceptAgreement, askForOtp, confirmPhone, logIn, openAs, readOtp } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

const HOME = /\/user\/home$/;
const LOGIN = /\/login(\?|$)/;
const MEMBER_SCREENS = [
  '/user',
  '/user/home',
  '/user/statement?page=2',
  '/user/profile',
  '/user/contact',
  '/user/bonus',
  '/user/spin',
];

const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token') ?? localStorage.getItem('token'));

test('a wrong password is refused in words that do not tell which was wrong, and typing takes them away', async ({
  page,
  edition,
  t,
}) => {
  const person = await newMember(edition);
  await page.goto('/login');
  const refusal = page.getByText(t('errors:WRONG_CREDENTIAL'));
  await logIn({ page, t }, { ...person, password: 'not-the-password' });
  await expect(refusal).toBeVisible();
  await page.getByLabel(t('shell:login.password'), { exact: true }).fill('');
  await expect(refusal).toBeHidden();
  await logIn({ page, t }, somebody(edition));
  await expect(refusal, 'an unknown phone is refused alike').toBeVisible();
  await expect(page).toHaveURL(LOGIN);
  expect(await tokenOf(page)).toBeNull();
  await logIn({ page, t }, person);
  await expect(page).toHaveURL(HOME);
});

test('empty fields are named and nothing is sent', async ({ page, t }) => {
  let sent = 0;
  await page.route('**/api/login', (route) => {
    sent += 1;
    return route.continue();
  });
  await page.goto('/login');
  await page.getByRole('button', { name: t('shell:login.submit') }).click();
  await expect(page.getByText(t('shell:login.phoneMissing'))).toBeVisible();
  await page.getByLabel(t('shell:login.phone')).fill('0812345678');
  await page.getByRole('button', { name: t('shell:login.submit') }).click();
  await expect(page.getByText(t('shell:login.passwordMissing'))).toBeVisible();
  expect(sent).toBe(0);
});

for (const remembered of [true, false]) {
  test(`a session lasts over a reload, and over closing the browser only ${remembered ? 'as' : 'if'} the member asked for it`, async ({
    browser,
    context,
    baseURL,
    page,
    edition,
    t,
  }) => {
    const person = await newMember(edition);
    await page.goto('/login');
    // The box itself lies under its picture: its label is what is tapped. The skeleton has the words too, but no label.
    if (remembered) await page.locator('label', { hasText: t('shell:login.remember') }).click();
    await expect(page.getByRole('checkbox', { name: t('shell:login.remember') })).toBeChecked({ checked: remembered });
    await logIn({ page, t }, person);
    await expect(page).toHaveURL(HOME);
    await page.reload();
    await expect(page).toHaveURL(HOME);
    await expect(page.getByRole('main').getByText(person.name)).toBeVisible();

    // What a browser keeps when it is closed: cookies and local storage.
    const later = await browser.newContext({ baseURL, storageState: await context.storageState() });
    const again = await later.newPage();
    await again.goto('/user/home');
    await expect(again).toHaveURL(remembered ? HOME : LOGIN);
    await later.close();
  });
}

for (const path of MEMBER_SCREENS) {
  test(`${path} sends a visitor to the login and a member back to it`, async ({ page, edition, t }) => {
    const wanted = path === '/user' ? '/user/home' : path;
    await page.goto(path);
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === wanted);
    if (!path.includes('?')) return;
    await logIn({ page, t }, await newMember(edition));
    await expect(page).toHaveURL((url) => url.pathname + url.search === wanted);
  });
}

test('after the login nobody is led anywhere but to a page of the member area', async ({ page, edition, t }) => {
  const person = await newMember(edition);
  for (const nextUrl of [
    'https://evil.example/user',
    '//evil.example/user',
    '/user/../login',
    '/username',
    'javascript:alert(1)',
    '/\\evil.example',
  ]) {
    await page.goto(`/login?nextUrl=${encodeURIComponent(nextUrl)}`);
    await logIn({ page, t }, person);
    await expect(page, nextUrl).toHaveURL(HOME);
  }
});

test('a public screen logs the member out on this device', async ({ page, edition, t }) => {
  await page.goto('/login');
  await logIn({ page, t }, await newMember(edition));
  await expect(page).toHaveURL(HOME);
  await page.goto('/howto');
  await expect(page.getByRole('heading', { name: t('shell:help.title') })).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
  await page.goto('/user/home');
  await expect(page).toHaveURL(LOGIN);
});

test('after the logout the back button shows nothing of the member', async ({ page, edition, t }) => {
  const person = await newMember(edition);
  await page.goto('/login');
  await logIn({ page, t }, person);
  await acceptAgreement({ page, t });
  await page.getByRole('link', { name: t('shell:nav.profile') }).click();
  await expect(page.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible();
  await page.getByRole('button', { name: t('shell:nav.logout') }).click();
  await expect(page).toHaveURL(LOGIN);
  expect(await tokenOf(page)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(LOGIN);
  await expect(page.getByText(person.name)).toHaveCount(0);
});

test('a logout ends the session on the server: its token opens nothing any more', async ({ page, edition, t }) => {
  await page.goto('/login');
  await logIn({ page, t }, await newMember(edition));
  await acceptAgreement({ page, t });
  const member = await portal(edition, (await tokenOf(page)) ?? '');
  expect((await member.get('/api/account/profile')).ok()).toBe(true);
  await page.getByRole('button', { name: t('shell:nav.logout') }).click();
  await expect(page).toHaveURL(LOGIN);
  await expect(async () => {
    const answer = await member.get('/api/account/profile');
    expect(await answer.json()).toMatchObject({ message: 'INVALID_USER_2' });
  }).toPass();
  await member.dispose();
});

test('a device that is logged out from another one leaves the member area by itself', async ({
  page,
  context,
  edition,
  t,
}) => {
  const person = await newMember(edition);
  await openAs(page, await session(edition, person), '/user/home');
  await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
  const other = await context.newPage();
  await openAs(other, await session(edition, person), '/user/profile');
  const list = other.getByRole('list').filter({ hasText: t('shell:profile.thisDevice') });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button').click();
  const question = other.getByRole('alertdialog');
  await question.getByRole('button', { name: t('shell:nav.logout') }).click();
  await expect(other.getByText(t('shell:profile.noOthers'))).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  // Nobody touches the first device: its socket is told.
  await expect(page).toHaveURL(LOGIN);
});

test('whoever proves a number that a member has is shown the ways in, before any profile', async ({
  page,
  edition,
  t,
}) => {
  const person = await newMember(edition);
  await page.goto('/register');
  const ref = await askForOtp({ page, edition, t }, person.phone);
  const code = await readOtp(page.context(), edition, person.phone, ref);
  await page.bringToFront();
  await page.getByLabel(t('common:otp.label')).fill(code);
  await expect(page.getByRole('heading', { name: t('shell:register.registered.title') })).toBeVisible();
  await expect(page.getByLabel(t('shell:register.profile.name'))).toHaveCount(0);
  await page.getByRole('link', { name: t('shell:register.registered.reset') }).click();
  await expect(page.getByLabel(t('shell:register.phone.label'))).toHaveValue(person.phone);
  await page.goBack();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:register.registered.login') })
    .first()
    .click();
  await expect(page.getByLabel(t('shell:login.phone'))).toHaveValue(person.phone);
});

test("the wizard's steps show how far it is and cannot be jumped to", async ({ page, t }) => {
  await page.goto('/register');
  const steps = page.getByRole('listitem').filter({ hasText: t('shell:register.steps.bank') });
  await expect(steps).toHaveCount(1);
  const stepper = page.getByRole('list').filter({ has: steps });
  await expect(stepper.getByRole('listitem')).toHaveCount(4);
  await expect(stepper.getByRole('link').or(stepper.getByRole('button'))).toHaveCount(0);
  await steps.click({ force: true });
  await expect(page.getByRole('heading', { name: t('shell:register.phone.title') })).toBeVisible();
  await expect(stepper.locator('[aria-current=step]')).toContainText(t('shell:register.steps.phone'));
});

test('the invite code of the link stays on the device, fills the wizard in and cannot be changed', async ({
  page,
  edition,
  t,
}) => {
  await page.goto('/register?code=PR100200');
  await expect(page.getByLabel(t('shell:register.phone.label'))).toBeVisible();
  await page.goto('/register');
  await confirmPhone({ page, edition, t }, somebody(edition));
  const invite = page.getByLabel(t('shell:register.profile.invite'));
  await expect(invite).toHaveValue('PR100200');
  await expect(invite).not.toBeEditable();
  await expect(page.getByText(t('shell:register.profile.inviteKept'))).toBeVisible();
});

test('without an invite link the invite code is an open field', async ({ page, edition, t }) => {
  await page.goto('/register');
  await confirmPhone({ page, edition, t }, somebody(edition));
  await expect(page.getByLabel(t('shell:register.profile.invite'))).toBeEditable();
});

test('a wrong code is refused and the right one still works; another may be asked for after a minute', async ({
  page,
  context,
  edition,
  t,
}) => {
  const person = somebody(edition);
  await page.clock.install();
  await page.goto('/register');
  const ref = await askForOtp({ page, edition, t }, person.phone);
  const right = await readOtp(context, edition, person.phone, ref);
  const entry = page.getByLabel(t('common:otp.label'));
  await entry.fill(right === '111111' ? '222222' : '111111');
  await expect(page.getByText(t('errors:OTP_CODE_INVALID'))).toBeVisible();
  await expect(entry, 'ready for the next try').toHaveValue('');

  const again = page.getByRole('button', { name: t('shell:register.otp.resend') });
  await expect(again).toBeHidden();
  await expect(page.getByRole('timer')).toHaveText(/^0[01]:\d\d$/);
  await page.clock.fastForward('01:01');
  await again.click();
  await expect(page.getByText(t('errors:REQUEST_LIMIT_1MIN')), "the server's minute has not passed").toBeVisible();

  await page.reload();
  await entry.fill(right);
  await expect(page.getByRole('heading', { name: t('shell:register.profile.title') })).toBeVisible();
});

test.describe('on the Laos edition', () => {
  test.use({ edition: 'laos' });

  test('a member logs in with any way to write the number', async ({ page, edition, t }) => {
    const person = await newMember(edition);
    await page.goto('/login');
    await logIn({ page, t }, { ...person, phone: person.phone.replace(/^020/, '') });
    await expect(page).toHaveURL(HOME);
  });
});
