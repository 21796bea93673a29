import { type Edition, WITH_A_PAST } from './support/editions.ts';
import { enterWithdrawal, expectTotal, inWords, openMoney, withdrawButton } from './support/money-steps.ts';
import { newMember, portal, session } from './support/person.ts';
import { createQr, goTo, openAs, openDeposit, payQr } from './support/steps.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

/** The red, green and blue of what a style says. */
const rgb = (colour: string) => (/rgba?\((\d+), (\d+), (\d+)/.exec(colour) ?? []).slice(1).map(Number);

/** WCAG's contrast of two colours. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other]
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = rgb(colour).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('the focus ring on the hero is seen', async ({ page, edition, t }) => {
      await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
      const refresh = page.getByRole('button', { name: t('mf-wallet:home.refresh') });
      await expect(refresh).toBeVisible();
      await page.keyboard.press('Tab');
      await refresh.focus();
      const hero = await refresh.evaluate((button) => {
        let ground: Element | null = button.parentElement;
        while (ground && !/gradient/.test(getComputedStyle(ground).backgroundImage)) ground = ground.parentElement;
        return ground ? getComputedStyle(ground).backgroundColor : '';
      });
      expect(contrast(await styleOf(refresh, 'outline-color'), hero)).toBeGreaterThanOrEqual(3);
    });
  });
}

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('what changes is there at once, and only what says so changes by a transition', async ({ page, edition, t }) => {
    await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
    await openDeposit({ page, t });
    const transitions = await page.evaluate(() =>
      [...document.querySelectorAll('body, body *')].map((element) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(element);
        return { of: element.outerHTML.slice(0, 80), transitionProperty, transitionDuration };
      }),
    );
    const declared = transitions.filter(({ transitionDuration }) => transitionDuration !== '0s');
    expect(declared.length, 'buttons and cards have some').toBeGreaterThan(5);
    expect(declared.filter(({ transitionProperty }) => transitionProperty === 'all')).toEqual([]);
    const slow = declared.filter(({ transitionDuration }) =>
      transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0.001),
    );
    expect(slow).toEqual([]);
  });
});

test.describe('with colours of the reader', () => {
  test.use({ colorScheme: 'dark', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('a QR code is still dark on light, and what is chosen is seen', async ({ page, edition, t }) => {
    await openAs(page, await session(edition, await newMember(edition)), '/user/home');
    await openDeposit({ page, t });
    const [chosen, other] = [true, false].map((selected) => page.getByRole('tab', { selected }).first());
    const ground = (tab: Locator | undefined) => styleOf(tab as Locator, 'background-color');
    expect(await ground(chosen), 'the open tab').not.toBe(await ground(other));
    const radio = page.getByRole('radio').first();
    expect(await styleOf(radio, 'appearance'), 'the browser draws it').not.toBe('none');
    await createQr({ page, t }, 100);
    const picture = page.getByRole('img', { name: /100\.00/ });
    await expect(picture).toBeVisible();
    expect(rgb(await styleOf(picture, 'background-color'))).toEqual([255, 255, 255]);
  });
});

/** The bank behind each gateway, as the member's lookup has it. */
async function banksOf(edition: Edition): Promise<Record<string, string>> {
  const at = await portal(edition, await session(edition, WITH_A_PAST[edition]));
  const { banks } = (await (await at.get('/api/lookup/deposit')).json()) as {
    banks: { bankCode: string; gatewayCode?: string }[];
  };
  return Object.fromEntries(banks.flatMap((bank) => (bank.gatewayCode ? [[bank.gatewayCode, bank.bankCode]] : [])));
}

test('the choices of the QR picker have the mark of their bank and a name of their own, and a game card begins with its name', async ({
  page,
  edition,
  t,
}) => {
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
  const games = page
    .getByRole('region', { name: t('mf-wallet:home.slot') })
    .getByRole('button', { name: /Naga Reels/ });
  await expect(games.first()).toHaveAccessibleName(/^Naga Reels/);
  await openDeposit({ page, t });
  const choices = page.getByRole('dialog').locator('label:has(input[type=radio])');
  await expect(choices.first()).toBeVisible();
  const shown = await choices.evaluateAll((all) =>
    all.map((label) => ({
      code: label.querySelector('input')?.value,
      mark: label.querySelector('svg text')?.textContent,
      colour: label.querySelector('svg rect')?.getAttribute('fill'),
      name: label.querySelector('span > span')?.textContent,
    })),
  );
  const banks = await banksOf(edition);
  expect(new Set(Object.values(banks)).size, 'banks of the demo').toBe(4);
  for (const one of shown) {
    for (const other of shown.filter(({ code }) => code !== one.code)) {
      const both = `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
      const alike = banks[one.code ?? ''] === banks[other.code ?? ''];
      expect(`${one.mark} ${one.colour}` === `${other.mark} ${other.colour}`, both).toBe(alike);
      expect(one.mark === other.mark, both).toBe(alike);
      expect(one.name, both).not.toBe(other.name);
    }
  }
});

test('a QR code that waits is a card on home, leads to the code, and is gone once it is paid', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const token = await session(edition, await newMember(edition));
  await openAs(page, token, '/user/home');
  await expectTotal(at, 0);
  const card = page.getByRole('button', { name: t('mf-wallet:home.qrWaits') });
  await expect(card).toBeHidden();
  const member = await portal(edition, token);
  const made = await member.post('/api/qrcode/KBANKQR', { data: { amount: 150 } });
  const { qrcodeId } = (await made.json()) as { qrcodeId: string };
  await page.reload();
  await expect(card, 'one that was made elsewhere').toContainText(inWords(at, 150));
  await card.click();
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  await expect(dialog.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeVisible();
  await payQr(page.context(), edition, qrcodeId);
  await page.bringToFront();
  await expect(card).toBeHidden({ timeout: 30_000 });
  await expectTotal(at, 150);
});

/** The headings of the days, top down. */
const days = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

test('the statement stands by day, and by kind', async ({ page, edition, t }) => {
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
  await goTo({ page, t }, 'statement');
  const rows = page.getByRole('list', { name: t('mf-wallet:statement.list') }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  const headings = await days(page).allInnerTexts();
  expect(headings.length).toBeGreaterThan(0);
  expect(new Set(headings).size, 'each day once').toBe(headings.length);
  await page.getByRole('button', { name: t('mf-wallet:statement.kind.deposits'), exact: true }).click();
  await expect(page).toHaveURL(/kind=deposits$/);
  await expect(rows.first()).toContainText(t('mf-wallet:statement.deposit'));
  await expect(rows.filter({ hasNotText: t('mf-wallet:statement.deposit') })).toHaveCount(0);
});

test('above a phone keyboard the buttons of a dialog stay in reach', async ({ page, edition, t }) => {
  expect(await (await page.request.get('/')).text()).toContain('interactive-widget=resizes-content');
  const at = { page, edition, t };
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
  const dialog = await openMoney(at, 'withdraw');
  const next = dialog.getByRole('button', { name: t('mf-wallet:withdraw.next'), exact: true });
  await expect(next).toBeVisible();
  // Where the keyboard takes the content's room, the page is as high as what it leaves.
  await page.setViewportSize({ width: 360, height: 340 });
  await dialog.getByLabel(t('wallet:withdraw.amount')).focus();
  await expect(dialog.getByLabel(t('wallet:withdraw.amount'))).toBeInViewport({ ratio: 1 });
  await expect(next).toBeInViewport({ ratio: 1 });
  await enterWithdrawal(at, dialog, 1);
  await expect(dialog.getByRole('alert').first()).toBeVisible();
});

test.describe('held sideways', () => {
  test.use({ viewport: { width: 740, height: 340 } });

  test('the sheets of money keep their field and their button in reach', async ({ page, edition, t }) => {
    const at = { page, edition, t };
    await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
    const dialog = await openMoney(at, 'withdraw');
    const amount = dialog.getByLabel(t('wallet:withdraw.amount'));
    await amount.focus();
    await expect(amount).toBeInViewport({ ratio: 1 });
    await enterWithdrawal(at, dialog, 100);
    await expect(withdrawButton(at, dialog)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await openDeposit(at);
    const qr = page.getByLabel(t('mf-wallet:qr.amount'));
    await qr.focus();
    await expect(qr).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: t('mf-wallet:qr.create') })).toBeInViewport({ ratio: 1 });
  });
});
