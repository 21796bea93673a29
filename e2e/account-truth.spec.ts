import type { Edition } from './support/editions.ts';
import { comeBack } from './support/money-steps.ts';
import { newMember, portal, session } from './support/person.ts';
import { acceptAgreement, logIn, openAs } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** From home's first look to the agreement, in milliseconds, and a little longer. */
const AGREEMENT_MS = 2500;

/** When the session of a token was opened, as the server has it. */
async function openedAt(edition: Edition, token: string): Promise<string> {
  const member = await portal(edition, token);
  const { sessions } = (await (await member.get('/api/account/sessions')).json()) as {
    sessions: { isCurrent: boolean; createdAt: string }[];
  };
  await member.dispose();
  return new Date(sessions.find(({ isCurrent }) => isCurrent)?.createdAt ?? '').toISOString();
}

test('the list of sessions has none that has ended, and the token of one that is ended from it opens nothing more', async ({
  page,
  edition,
  t,
}) => {
  const person = await newMember(edition);
  const loggedOut = await portal(edition, await session(edition, person));
  const lost = await portal(edition, await session(edition, person));
  await openAs(page, await session(edition, person), '/user/profile');
  const list = page.getByRole('list').filter({ hasText: t('shell:profile.thisDevice') });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  expect((await loggedOut.post('/api/logout')).ok()).toBe(true);
  await comeBack(page);
  await expect(list.getByRole('listitem')).toHaveCount(2);

  expect((await lost.get('/api/account/profile')).status()).toBe(200);
  await list.getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shell:nav.logout') })
    .click();
  await expect(page.getByText(t('shell:profile.noOthers'))).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(async () => {
    const answer = await lost.get('/api/account/profile');
    expect(answer.status()).toBe(401);
    expect(await answer.json()).toMatchObject({ message: 'INVALID_USER_2' });
  }).toPass();
});

test('the last login is the one that is not this session', async ({ page, edition, t }) => {
  const person = await newMember(edition);
  const before = await session(edition, person);
  await openAs(page, await session(edition, person), '/user/profile');
  const row = page
    .getByRole('main')
    .getByRole('term')
    .filter({ hasText: t('shell:profile.lastLogin') });
  const time = row.locator('xpath=..').locator('time');
  await expect(time, 'the login before this one').toHaveAttribute('datetime', await openedAt(edition, before));
  const after = await session(edition, person);
  await page.reload();
  await expect(time, 'a login elsewhere').toHaveAttribute('datetime', await openedAt(edition, after));
});

test('an acceptance is of the member: on the same device the next one is asked, the first one no more', async ({
  page,
  edition,
  t,
}) => {
  const members = [await newMember(edition), await newMember(edition)] as const;
  for (const member of members) {
    await page.goto('/login');
    await logIn({ page, t }, member);
    await acceptAgreement({ page, t });
  }
  await page.goto('/login');
  const read = page.waitForResponse('**/api/lookup/agreements');
  await logIn({ page, t }, members[0]);
  await read;
  await page.waitForTimeout(AGREEMENT_MS);
  await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('an agreement that changes under an open page is fetched again, and the present one is read and accepted', async ({
  page,
  edition,
  t,
}) => {
  const person = await newMember(edition);
  let other: string | undefined = 'of yesterday';
  await page.route('**/api/lookup/agreements', (route) =>
    other ? route.fulfill({ json: { version: other, agreements: [`<p>Agreement ${other}</p>`] } }) : route.continue(),
  );
  await page.clock.install();
  await page.goto('/login');
  await logIn({ page, t }, person);
  const agreement = page.getByRole('alertdialog', { name: t('mf-wallet:agreement.title') });
  await expect(agreement).toContainText('Agreement of yesterday');
  // The server's own is in force by now: it refuses the acceptance of any other.
  other = undefined;
  await agreement.getByRole('button', { name: t('mf-wallet:agreement.accept') }).click();
  await expect(agreement).toContainText(t('mf-wallet:agreement.changed'));
  await expect(agreement).not.toContainText('Agreement of yesterday');
  await acceptAgreement({ page, t });

  other = 'of tomorrow';
  await page.clock.fastForward('05:01');
  await expect(agreement, 'nobody loaded the page again').toContainText('Agreement of tomorrow');
  await expect(agreement).toContainText(t('mf-wallet:agreement.changed'));
});
