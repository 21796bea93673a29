import { chooseSlip, depositCards, goOn, openWay, takeSlips } from './support/deposits.ts';
import { hasGame, tell, walletOf, wealthy } from './support/money.ts';
import { fillTransfer, inWords, openGame, openMoney, sendButton, timeline } from './support/money-steps.ts';
import { newMember, session } from './support/person.ts';
import { openAs, openDeposit } from './support/steps.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

/** Keeps the answers of a call back, though the server has carried it out, until what it gives is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const waited = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await waited;
    await route.fulfill({ response });
  });
  return () => letGo();
}

/** How often a call was sent. */
function countCalls(page: Page, path: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith(path)) sent += 1;
  });
  return () => sent;
}

test('money that did not all go into a game is reported by a toast when its dialog was closed meanwhile', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  // What is left in the wallet has satang that tell the provider of the sandbox to refuse it.
  await hasGame(member, 'NAGA', 100.15);
  await hasGame(member, 'CHANG');
  await openAs(page, token, '/user/home');
  const answer = await hold(page, '**/api/wallet/transferAll');
  const game = await openGame(at, 'Golden Elephant');
  await game.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
  await expect(game.getByText(t('mf-wallet:game.moving', { name: 'Golden Elephant' }))).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(game).toBeHidden();
  answer();
  await expect(page.locator('[data-toasts]')).toContainText(t('mf-wallet:game.partly'));
  await expect.poll(() => page.context().pages().length, { message: 'the empty tab went away' }).toBe(1);
  expect(await walletOf(member)).toEqual({ main: 399.85, games: { NAGA: 0, CHANG: 100.15 } });
});

test('a game whose dialog was closed meanwhile does not take this page, whether its money or the game was on the way', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await page.route('**/api/lookup/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), gamesInNewTab: false } });
  });
  const { token, member } = await wealthy(edition, 50);
  await hasGame(member, 'NAGA');
  await openAs(page, token, '/user/home');
  let left = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left += 1;
  });
  for (const { call, said } of [
    { call: '**/api/wallet/transferAll', said: t('mf-wallet:game.moving', { name: 'Naga Reels' }) },
    { call: '**/api/autoLogin/**', said: t('mf-wallet:game.openingName', { name: 'Naga Reels' }) },
  ]) {
    const answer = await hold(page, call);
    const game = await openGame(at, 'Naga Reels');
    await game.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
    await expect(game.getByText(said)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(game).toBeHidden();
    const answered = page.waitForResponse(call);
    answer();
    await answered;
    await page.waitForTimeout(1000);
    expect(left, call).toBe(0);
  }
  await expect(page).toHaveURL(/\/user\/home$/);
  expect(await walletOf(member)).toEqual({ main: 0, games: { NAGA: 50 } });
});

/** The colours of an element's text and of its ground. */
const coloursOf = (element: Locator) =>
  element.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]);

/** The colours that the design has by two names, for a text and its ground. */
const tokens = (page: Page, text: string, ground: string) =>
  page.evaluate(
    ([color, backgroundColor]) => {
      const probe = document.body.appendChild(document.createElement('i'));
      Object.assign(probe.style, { color: `var(${color})`, backgroundColor: `var(${backgroundColor})` });
      const shown = [getComputedStyle(probe).color, getComputedStyle(probe).backgroundColor];
      probe.remove();
      return shown;
    },
    [text, ground],
  );

test('what the member cancelled is grey in the lists, and not red', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  const made = await member.post('/api/qrcode/KBANKQR', { data: { amount: 150 } });
  const { qrcodeId } = (await made.json()) as { qrcodeId: string };
  expect((await member.delete(`/api/qrcode/${qrcodeId}`)).ok()).toBe(true);
  const asked = await member.post('/api/wallet/withdrawAll', { data: { amount: 300 } });
  const { withdrawal } = (await asked.json()) as { withdrawal: { reference: string } };
  expect((await member.post(`/api/wallet/withdrawals/${withdrawal.reference}/cancel`)).ok()).toBe(true);

  await openAs(page, token, '/user/home');
  const grey = await tokens(page, '--color-ink-soft', '--color-sunken');
  const greyDot = await tokens(page, '--color-ink-soft', '--color-line');
  expect(grey).not.toEqual(await tokens(page, '--color-danger', '--color-danger-tint'));
  const expectGrey = async (card: Locator, word: string) => {
    const badge = card.locator('[data-tone]');
    await expect(badge).toHaveText(word);
    expect(await coloursOf(badge), word).toEqual(grey);
    expect(await coloursOf(card.locator('[data-mark=cancelled] > [aria-hidden]')), 'its step').toEqual(greyDot);
  };
  const dialog = await openMoney(at, 'withdraw');
  await dialog.getByRole('tab', { name: t('mf-wallet:statement.withdrawals'), exact: true }).click();
  const withdrawals = dialog.getByRole('list', { name: t('mf-wallet:statement.withdrawals') });
  await expect(timeline(at, withdrawals)).toBeVisible();
  await expectGrey(withdrawals, t('mf-wallet:withdraw.status.cancelled'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const list = await goOn(at, await openWay(at, 'qr'), t('mf-wallet:statement.deposits'));
  const card = depositCards(at, list).filter({ hasText: inWords(at, 150) });
  await expectGrey(card, t('mf-wallet:statement.cancelled'));
});

test('the least and the most of a deposit are shown, nothing else is sent, and the server keeps to them', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 0);
  await openAs(page, token, '/user/home');
  const sent = countCalls(page, '/api/qrcode/');
  const dialog = await openWay(at, 'qr');
  await dialog.locator('label', { has: page.locator('input[value=PROMPTPAY1]') }).click();
  await expect(
    dialog.getByText(t('mf-wallet:qr.minimum', { amount: inWords(at, 100) }), { exact: true }),
  ).toBeVisible();
  const amount = dialog.getByLabel(t('mf-wallet:qr.amount'));
  for (const { entered, said } of [
    { entered: '99.99', said: t('mf-wallet:qr.belowMinimum', { amount: inWords(at, 100) }) },
    { entered: '10000000000', said: t('mf-wallet:qr.aboveMaximum', { amount: inWords(at, 9_999_999_999.99) }) },
  ]) {
    await amount.fill(entered);
    await amount.press('Enter');
    await amount.blur();
    await expect(dialog.getByText(said)).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('mf-wallet:qr.create') })).toBeDisabled();
  }
  expect(sent()).toBe(0);
  const refused = await member.post('/api/qrcode/PROMPTPAY1', { data: { amount: 99.99 } });
  expect(await refused.json()).toMatchObject({ hasQrcode: false, message: 'QR_MINIMUM' });
});

test('a transfer shows its least and what there is before anything is sent', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 100);
  await hasGame(member, 'PURSE');
  await openAs(page, token, '/user/home');
  const sent = countCalls(page, '/api/wallet/transfer');
  const dialog = await openMoney(at, 'transfer');
  const limits = { minimum: inWords(at, 1), amount: inWords(at, 100) };
  await expect(dialog.getByText(t('mf-wallet:transfer.limits', limits))).toBeVisible();
  await fillTransfer(at, dialog, { to: 'PURSE', amount: 0.99 });
  await sendButton(at, dialog).click();
  await expect(dialog.getByText(t('wallet:limit.minimum', { amount: inWords(at, 1) }))).toBeVisible();
  expect(sent()).toBe(0);
  expect(await walletOf(member)).toEqual({ main: 100, games: { PURSE: 0 } });
});

test('a gift below the least that is shown is no money yet: a person looks at it, and the member reads so', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { person, token, member } = await wealthy(edition, 0);
  const { link } = await tell<{ link: string }>(edition, '/ewallet/gift-links', { phone: person.phone, amount: 1.5 });
  await openAs(page, token, '/user/home');
  const dialog = await openWay(at, 'wallet');
  await expect(dialog.getByText(t('wallet:giftLink.minimum', { amount: inWords(at, 2) }))).toBeVisible();
  await dialog.getByLabel(t('wallet:giftLink.label')).fill(link);
  await dialog.getByRole('button', { name: t('wallet:giftLink.send') }).click();
  await expect(dialog.getByRole('status')).toContainText(t('mf-wallet:giftLink.review'));
  const list = await goOn(at, dialog, t('mf-wallet:statement.deposits'));
  const card = depositCards(at, list).filter({ hasText: inWords(at, 1.5) });
  await expect(card).toContainText(t('mf-wallet:deposits.step.REVIEW'));
  expect((await walletOf(member)).main).toBe(0);
});

test.describe('on the Laos edition', () => {
  test.use({ edition: 'laos' });

  test('kip has no att: a part of a kip cannot be entered, and never makes an amount larger', async ({
    page,
    edition,
    t,
  }) => {
    await openAs(page, await session(edition, await newMember(edition)), '/user/home');
    await openDeposit({ page, t });
    const amount = page.getByLabel(t('mf-wallet:qr.amount'));
    const entered = async () => Number(await amount.inputValue());
    await amount.fill('20000');
    await amount.fill('10000.50');
    expect(await entered(), 'as it is pasted').toBe(20_000);
    await amount.fill('');
    await amount.pressSequentially('10000.50');
    expect(await entered(), 'as it is typed').toBe(10_000);
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/api\/qrcode\//.test(request.url()),
    );
    await page.getByRole('button', { name: t('mf-wallet:qr.create') }).click();
    expect((await asked).postDataJSON()).toEqual({ amount: 10_000 });
    await expect(page.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  });
});

for (const { edition, of, shown } of [
  {
    edition: 'laos',
    of: 'a Lao bank, which prints no code, waits for a person',
    shown: 'mf-wallet:slipStatus.inReview',
  },
  { edition: 'thai', of: 'a Thai bank has failed', shown: 'slip:reason.CANNOT_READ_CROPPED_IMAGE' },
] as const) {
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test(`in baht a slip without a code goes by the member's bank: that of ${of}`, async ({ page, t }) => {
      const at = { page, edition, t };
      await takeSlips(edition);
      const person = await newMember(edition, 'BAHT');
      await openAs(page, await session(edition, person), '/user/home');
      // Small: a search for a code that is not there is the longest one.
      const corner = await page.screenshot({ clip: { x: 0, y: 0, width: 150, height: 150 } });
      const picture = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(corner) };
      const dialog = await openWay(at, 'bank');
      await expect(dialog.getByText(/405-?111-?2223/), 'an account in baht').toBeVisible();
      const upload = await goOn(at, dialog, t('mf-wallet:slipUpload.title'));
      await chooseSlip(at, upload, picture);
      await upload.getByRole('button', { name: t('mf-wallet:slipUpload.send') }).click();
      const table = page.getByRole('dialog', { name: t('slip:title') }).getByRole('table');
      await expect(table).toContainText(t(shown), { timeout: 60_000 });
    });
  });
}
