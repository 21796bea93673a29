import { WITH_A_PAST } from './editions.ts';
import { portal, session, somebody } from './person.ts';
import { steppedBack } from './settled.ts';
import {
  type At,
  acceptAgreement,
  askForOtp,
  confirmPhone,
  createQr,
  fillBank,
  fillProfile,
  finishRegistration,
  logIn,
  openAs,
  openBanks,
  openChat,
  openDeposit,
  payQr,
} from './steps.ts';
import { expect } from './test.ts';
import { rewardScreens } from './tour-bonus.ts';
import { depositWays } from './tour-deposit.ts';
import { spinScreens } from './tour-spin.ts';
import { walletDialogs } from './tour-wallet.ts';

/** Called at every stop, when its screen stands. The name is a file's: `deposit-qr`. */
export type Visit = (name: string, about?: { bare?: boolean }) => Promise<void>;

const QR = { thai: { gateway: 'KBANKQR', amount: 100 }, laos: { gateway: 'BCELONE', amount: 10_000 } } as const;

async function visitorsScreens({ page, t }: At, visit: Visit): Promise<void> {
  await page.goto('/no-such-screen');
  await expect(page.getByRole('heading', { name: t('shell:notFound.title') })).toBeVisible();
  await visit('not-found', { bare: true });
  await page.goto('/terminated');
  await expect(page.getByRole('heading', { name: t('shell:terminated.title') })).toBeVisible();
  await visit('terminated', { bare: true });
  await page.goto('/howto');
  await expect(page.getByRole('heading', { name: t('shell:help.title') })).toBeVisible();
  await visit('how-to');
  await page
    .getByRole('link', { name: t('shell:nav.contact') })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: t('shell:contact.title') })).toBeVisible();
  await visit('contact');
  await page.getByRole('link', { name: t('shell:nav.home') }).click();
  await expect(page.getByRole('heading', { name: t('shell:login.title') })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(t('common:language.label')) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('login-languages');
  await page.keyboard.press('Escape');
  await visit('login');
  await page.getByRole('button', { name: t('shell:login.submit') }).click();
  await expect(page.getByText(t('shell:login.phoneMissing'))).toBeVisible();
  await visit('login-missing');
  await page.getByRole('link', { name: t('shell:login.forgot') }).click();
  await expect(page.getByRole('heading', { name: t('shell:reset.phone.title') })).toBeVisible();
  await visit('forgot');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:register.login'), exact: true })
    .click();
  await expect(page.getByRole('heading', { name: t('shell:login.title') })).toBeVisible();
}

/** The dialogs of the profile, one after the other. */
async function profileDialogs({ page, t }: At, visit: Visit): Promise<void> {
  for (const [name, key] of [
    ['profile-edit', 'account:profile.edit'],
    ['profile-name', 'account:bankName.edit'],
    ['profile-password', 'account:password.title'],
  ] as const) {
    await page.getByRole('button', { name: t(key), exact: true }).click();
    await expect(page.getByRole('dialog', { name: t(key) })).toBeVisible();
    // It takes the focus, and listens for Escape, a frame after it is there.
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toBeAttached();
    await visit(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

async function registration(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const person = somebody(edition);
  const empty = page.getByText(t('shell:register.missing')).first();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:login.register') })
    .click();
  await expect(page.getByRole('heading', { name: t('shell:register.phone.title') })).toBeVisible();
  await visit('register-phone');
  const other = somebody(edition);
  await askForOtp(at, other.phone);
  await visit('register-otp');
  await page.getByRole('button', { name: t('shell:register.otp.change') }).click();
  await confirmPhone(at, person);
  await visit('register-profile');
  await page.getByRole('button', { name: t('shell:register.profile.submit') }).click();
  await expect(empty).toBeVisible();
  await visit('register-profile-missing');
  await fillProfile(at, person);
  await visit('register-bank');
  await page.getByRole('button', { name: t('shell:register.bank.submit') }).click();
  await expect(empty).toBeVisible();
  await visit('register-bank-missing');
  await openBanks(at);
  await visit('register-banks');
  await fillBank(at, person);
  await visit('register-bank-filled');
  await finishRegistration(at);
  await visit('register-done');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(at, person);
}

async function firstDeposit(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const { gateway, amount } = QR[edition];
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '');
  const elsewhere = await portal(edition, token);
  await openDeposit(at);
  await visit('deposit-form');
  await page.getByRole('tab', { name: t('mf-wallet:deposit.bankTab') }).click();
  await visit('deposit-bank');
  // Nobody takes kip by e-wallet.
  if (edition === 'thai') {
    await page.getByRole('tab', { name: t('mf-wallet:deposit.walletTab') }).click();
    await visit('deposit-wallet');
  }
  await page.getByRole('tab', { name: t('mf-wallet:deposit.qrTab') }).click();

  const made = await elsewhere.post(`/api/qrcode/${gateway}`, { data: { amount: 2 * amount } });
  const { qrcodeId } = (await made.json()) as { qrcodeId: string };
  await expect(page.getByText(t('mf-wallet:qr.waiting')), 'a code made elsewhere shows by itself').toBeVisible();
  await visit('deposit-qr');
  expect((await elsewhere.delete(`/api/qrcode/${qrcodeId}`)).ok()).toBe(true);
  await expect(page.getByText(t('mf-wallet:qr.ended'))).toBeVisible();
  await visit('deposit-ended');
  await elsewhere.dispose();
  await page.getByRole('button', { name: t('mf-wallet:qr.again') }).click();
  await expect(
    page.getByLabel(t('mf-wallet:qr.amount')),
    'a new code waits for the member to ask for it',
  ).toBeVisible();

  await payQr(page.context(), edition, await createQr(at, amount));
  await page.bringToFront();
  await expect(page.getByText(t('mf-wallet:qr.paid'), { exact: true })).toBeVisible();
  await visit('deposit-paid');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function membersScreens(at: At, visit: Visit): Promise<void> {
  const { page, t } = at;
  const menu = page.getByRole('navigation', { name: t('shell:nav.label') });
  await expect(page.getByRole('alertdialog', { name: t('mf-wallet:agreement.title') })).toBeVisible();
  await visit('agreement');
  await acceptAgreement(at);
  await visit('home-new');
  await menu.getByRole('button', { name: t('shell:nav.conditions') }).click();
  await expect(page.getByRole('dialog', { name: t('shell:conditions.title') })).toBeVisible();
  await visit('conditions');
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: t('shell:nav.statement') }).click();
  await expect(page.getByText(t('mf-wallet:statement.empty'))).toBeVisible();
  await visit('statement-empty');
  await page.getByRole('link', { name: t('mf-wallet:statement.firstDeposit') }).click();
  await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await firstDeposit(at, visit);
  await menu.getByRole('link', { name: t('shell:nav.profile') }).click();
  await expect(page.getByText(t('shell:profile.bankAccount'))).toBeVisible();
  await visit('profile');
  await profileDialogs(at, visit);
  await menu.getByRole('link', { name: t('shell:nav.contact') }).click();
  await expect(page.getByText(t('shell:contact.version', { version: '' }).trim())).toBeVisible();
  await visit('contact-member');
  await openChat(at);
  await visit('chat');
}

async function pastAndRemotes(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const token = await session(edition, WITH_A_PAST[edition]);
  await steppedBack(page);
  await openAs(page, token, '/user/home');
  await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
  await visit('home');
  await page.goto('/user/statement');
  const entries = page.getByRole('list', { name: t('mf-wallet:statement.list') });
  await expect(entries.getByRole('listitem')).toHaveCount(10);
  await visit('statement');
  await entries.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('list').first()).toBeVisible();
  await visit('statement-entry');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await steppedBack(page);
  await page.goto('/user/spin');
  await expect(page.getByRole('heading', { name: t('mf-spin:coupon.title') })).toBeVisible();
  await visit('spin');
}

/** By whose screens they are: each goes through all of them and stops at each. */
export const TOURS: Record<string, (at: At, visit: Visit) => Promise<void>> = {
  'a visitor who becomes a member': async (at, visit) => {
    await visitorsScreens(at, visit);
    await registration(at, visit);
    await membersScreens(at, visit);
  },
  'a member with money': async (at, visit) => {
    await walletDialogs(at, visit);
    await depositWays(at, visit);
    await pastAndRemotes(at, visit);
  },
  'a member with bonuses': rewardScreens,
  'a member with coins': spinScreens,
};

/** All of them in one go. */
export async function tour(at: At, visit: Visit): Promise<void> {
  for (const part of Object.values(TOURS)) await part(at, visit);
}
