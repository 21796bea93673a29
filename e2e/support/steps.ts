import { EDITIONS, type Edition } from './editions.ts';
import type { Person } from './person.ts';
import { type BrowserContext, expect, type Page } from './test.ts';
import type { textsOf } from './texts.ts';

type T = ReturnType<typeof textsOf>;

/** What a step needs. */
export interface At {
  page: Page;
  edition: Edition;
  t: T;
}

/** Opens a page as the member who holds the token. */
export async function openAs(page: Page, token: string, path: string): Promise<void> {
  // Not a screen: it would be loaded for nothing, and the public ones forget the token.
  await page.goto('/favicon.svg');
  await page.evaluate((value) => sessionStorage.setItem('token', value), token);
  await page.goto(path);
}

/** Goes to home or to the history by the menu, as a member does: the page is not loaded anew. */
export async function goTo({ page, t }: Pick<At, 'page' | 't'>, place: 'home' | 'statement'): Promise<void> {
  const menu = page.getByRole('navigation', { name: t('shell:nav.label') });
  await menu.getByRole('link', { name: t(`shell:nav.${place}`) }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${place}$`));
}

/**
 * Reads the newest code for a phone on the SMS party's page, as the phone's owner reads the SMS; `ref` must stand in
 * it.
 */
export async function readOtp(context: BrowserContext, edition: Edition, phone: string, ref: string): Promise<string> {
  const sms = await context.newPage();
  await sms.goto(`${EDITIONS[edition].parties}/sms`);
  await sms.getByLabel('Phone number').fill(phone);
  await sms.getByRole('button', { name: 'Show' }).click();
  const message = sms.getByRole('article').filter({ hasText: phone }).filter({ hasText: ref });
  const code = await message.getByLabel('One-time code').textContent();
  await sms.close();
  return code ?? '';
}

/** Asks for a code and gives the reference that the screen names. */
export async function askForOtp({ page, t }: At, phone: string): Promise<string> {
  // The login has a phone field too: the wizard must stand first.
  await expect(page.getByRole('heading', { name: t('shell:register.phone.title') })).toBeVisible();
  await page.getByLabel(t('shell:register.phone.label')).fill(phone);
  await page.getByRole('button', { name: t('shell:register.phone.submitOtp') }).click();
  await expect(page.getByRole('heading', { name: t('shell:register.otp.title') })).toBeVisible();
  const [before = '', after = ''] = t('shell:register.otp.ref', { otpRef: '|' }).split('|');
  const line = (await page.getByText(before.trim()).textContent()) ?? '';
  return line.slice(before.length, line.length - after.length);
}

/** Steps 1 and 2 of the registration: the phone, and the code from the SMS. */
export async function confirmPhone(at: At, person: Person): Promise<void> {
  const { page, edition, t } = at;
  const ref = await askForOtp(at, person.phone);
  const code = await readOtp(page.context(), edition, person.phone, ref);
  await page.bringToFront();
  await page.getByLabel(t('common:otp.label')).fill(code);
  await expect(page.getByRole('heading', { name: t('shell:register.profile.title') })).toBeVisible();
}

/** Step 3. */
export async function fillProfile({ page, t }: At, person: Person): Promise<void> {
  await page.getByLabel(t('shell:register.profile.name')).fill(person.name);
  await page.getByLabel(t('shell:register.profile.password'), { exact: true }).fill(person.password);
  await page.getByLabel(t('shell:register.profile.confirm'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('shell:register.profile.submit') }).click();
  await expect(page.getByRole('heading', { name: t('shell:register.bank.title') })).toBeVisible();
}

/** Opens the sheet of banks. */
export async function openBanks({ page, t }: At): Promise<void> {
  await page.getByRole('button', { name: t('shell:register.bank.choose') }).click();
  await expect(page.getByRole('dialog', { name: t('shell:register.bank.choose') })).toBeVisible();
}

/** Step 4, with the sheet of banks open. */
export async function fillBank({ page, t }: At, person: Person): Promise<void> {
  const bank =
    { SCB: 'Siam Commercial Bank', BCEL: 'Banque pour le Commerce Extérieur Lao' }[person.bank] ?? person.bank;
  await page.getByRole('dialog').getByRole('button', { name: bank }).click();
  await page.getByLabel(t('shell:register.bank.accountNo')).fill(person.accountNo);
  await page.getByLabel(t('shell:register.bank.firstName')).fill(person.firstName.toLowerCase());
  await page.getByLabel(t('shell:register.bank.lastName')).fill(person.lastName.toLowerCase());
}

/** Sends the registration, as far as the success. */
export async function finishRegistration({ page, t }: At): Promise<void> {
  await page.getByRole('button', { name: t('shell:register.bank.submit') }).click();
  await expect(page.getByRole('heading', { name: t('shell:register.done.title') })).toBeVisible();
}

/** The whole wizard, as far as the login that follows by itself. */
export async function register(at: At, person: Person): Promise<void> {
  await confirmPhone(at, person);
  await fillProfile(at, person);
  await openBanks(at);
  await fillBank(at, person);
  await finishRegistration(at);
  await expect(at.page).toHaveURL(/\/login$/);
}

/** Fills in the login form and sends it. */
export async function logIn(
  { page, t }: Pick<At, 'page' | 't'>,
  { phone, password }: Pick<Person, 'phone' | 'password'>,
): Promise<void> {
  await page.getByLabel(t('shell:login.phone')).fill(phone);
  await page.getByLabel(t('shell:login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('shell:login.submit') }).click();
}

/** Accepts the agreement, which comes by itself. */
export async function acceptAgreement({ page, t }: Pick<At, 'page' | 't'>): Promise<void> {
  const agreement = page.getByRole('alertdialog', { name: t('mf-wallet:agreement.title') });
  await agreement.getByRole('button', { name: t('mf-wallet:agreement.accept') }).click();
  await expect(agreement).toBeHidden();
}

/** Opens the deposit dialog at the tab of QR codes. */
export async function openDeposit({ page, t }: Pick<At, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('mf-wallet:home.deposit'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('mf-wallet:deposit.title') })
    .getByRole('tab', { name: t('mf-wallet:deposit.qrTab') })
    .click();
}

/** Creates a QR code and gives its id, by which the gateway's page lists it. */
export async function createQr({ page, t }: Pick<At, 'page' | 't'>, amount: number): Promise<string> {
  await page.getByLabel(t('mf-wallet:qr.amount')).fill(String(amount));
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/qrcode/') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: t('mf-wallet:qr.create') }).click();
  const { qrcodeId } = (await (await answered).json()) as { qrcodeId: string };
  await expect(page.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  return qrcodeId;
}

/** Pays a QR code on the gateway's page, in a tab of its own. */
export async function payQr(context: BrowserContext, edition: Edition, qrcodeId: string): Promise<void> {
  const gateway = await context.newPage();
  await gateway.goto(`${EDITIONS[edition].parties}/gateway`);
  const payment = gateway.getByRole('article').filter({ hasText: qrcodeId });
  await expect(payment).toContainText('PENDING');
  await payment.getByRole('button', { name: /^Pay/ }).click();
  // The page comes when the server has answered the report, which a busy machine makes long.
  await expect(gateway.getByRole('article').filter({ hasText: qrcodeId })).toContainText('PAID', { timeout: 30_000 });
  await gateway.close();
}

/** Opens the chat by a tap on its picture, of which an edge is in sight also where it stands aside. */
export async function openChat({ page, t }: Pick<At, 'page' | 't'>): Promise<void> {
  const chat = page.getByRole('button', { name: t('shell:chat.open') });
  // It comes up from below, and a tap that begins on it there ends beside it.
  await expect(chat).not.toHaveAttribute('data-away');
  await chat.evaluate((button) => {
    const moves = button.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSTransition);
    return Promise.all(moves.map((move) => move.finished.catch(() => undefined)));
  });
  await chat.locator('[data-chat-face]').click({ position: { x: 8, y: 20 } });
  await expect(page.getByRole('dialog', { name: t('chat:title') })).toBeVisible();
}
