import type { Edition } from './editions.ts';
import { MONEY, tell, transferBy, type Wealthy } from './money.ts';
import { put } from './operators.ts';
import type { At } from './steps.ts';
import { expect, type Locator, type Page } from './test.ts';
import type { Locale } from './texts.ts';

/** A sector as screens get it. */
export interface Slice {
  code: string;
  label: string;
}

/** Sectors that all give money; the operator's colours. */
export function slicesOf(count: number): (Slice & { bgColor: string; textColor: string })[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `S${index + 1}`,
    label: `${(index + 1) * 10}`,
    bgColor: index % 2 === 0 ? '#2b2780' : '#f7ad2d',
    textColor: index % 2 === 0 ? '#ffffff' : '#1a1840',
  }));
}

/**
 * Opens a wheel of eight sectors that each give money, and lets deposits bring coins. Gives what each sector brings.
 */
export async function openWheel(edition: Edition): Promise<number> {
  const { currency, unit } = MONEY[edition];
  const amount = 20 * unit;
  const text = (en: string) => ({ en, th: en, la: en });
  await put(edition, `/operator/spin/rules/${currency}`, {
    perAmount: 100 * unit,
    coins: 1,
    maxCoins: 10,
    reviewAbove: 0,
  });
  await put(edition, '/operator/spin/wheels/E2E', {
    currency,
    name: { en: 'Lucky wheel', th: 'วงล้อนำโชค', la: 'ວົງລໍ້ນຳໂຊກ' },
    coinPerSpin: 1,
    isOpen: true,
    openFrom: new Date(Date.now() - 60_000).toISOString(),
    slices: slicesOf(8).map(({ label, ...slice }) => ({
      ...slice,
      label: text(label),
      weight: 1,
      prize: {
        type: 'CASH',
        name: text('Cash'),
        amount,
        expiresAfterDays: 7,
        description: text('<p>Paid <b>at once</b>.</p>'),
      },
    })),
  });
  return amount;
}

/** Pays in so that the rule brings coins, and waits until they are there. */
export async function bringCoins(edition: Edition, { person, member }: Wealthy, coins: number): Promise<void> {
  await tell(edition, '/bank/transfers', transferBy(edition, person, 100 * MONEY[edition].unit * coins));
  await expect(async () => {
    const setup = (await (await member.get('/api/spinwheel/setup')).json()) as { result: { userCoin: number } };
    expect(setup.result.userCoin).toBe(coins);
  }).toPass({ timeout: 60_000 });
}

/** How the disc is turned, in degrees clockwise, as the browser draws it. */
export async function turnedBy(page: Page): Promise<number> {
  return page.locator('[data-disc]').evaluate((disc) => {
    const { a, b } = new DOMMatrix(getComputedStyle(disc).transform);
    return (Math.atan2(b, a) * 180) / Math.PI;
  });
}

/** Which sector is under the pointer, and how far into it the pointer stands, from 0 to 1. */
export async function underPointer(page: Page, count: number): Promise<{ index: number; into: number }> {
  const point = (((-(await turnedBy(page)) % 360) + 360) % 360) / (360 / count);
  return { index: Math.floor(point), into: point % 1 };
}

/** The button in the middle of the wheel. */
export const hub = ({ page, t }: Pick<At, 'page' | 't'>): Locator =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${t('mf-spin:wheel.spin')}`) });

/** What tells what was won. */
export const wonDialog = ({ page, t }: Pick<At, 'page' | 't'>): Locator =>
  page.getByRole('dialog', { name: t('spin:won') });

const COMMITMENT = '0397cdee7bccf505c32b507b3b4e91ad21811ad837c17a7ef39ab3c5594fb2cb';

/** The contract's example of a proof. */
export const PROOF = {
  requestId: '01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77',
  seed: 'cff103d26b96797dcc238a31d1a55741e94eca09927a2b6b8568a6f7f42e95d1',
  weights: [
    { code: 'S1', weight: 1 },
    { code: 'S2', weight: 9 },
  ],
  commitment: COMMITMENT,
};

/** Operators' words of the rigged answers, as a member of the language reads them. */
const WORDS = {
  th: { wheel: 'วงล้อนำโชค', cash: 'เงินสด', description: 'เข้ากระเป๋าทันที' },
  la: { wheel: 'ວົງລໍ້ນຳໂຊກ', cash: 'ເງິນສົດ', description: 'ເຂົ້າກະເປົາທັນທີ' },
  en: { wheel: 'Lucky wheel', cash: 'Cash', description: 'Into your wallet at once.' },
} as const;

/** Lets the wheel have so many sectors and win these, one after the other, whatever the server has. */
export async function rigWheel(page: Page, count: number, wins: string[], language: Locale = 'en'): Promise<void> {
  const words = WORDS[language];
  const slice = slicesOf(count).map((each) => ({ ...each, chance: 100 / count }));
  let spun = 0;
  let userCoin = wins.length + 1;
  const coupon = { _id: 'c1', type: 'CASH', amount: 100, createdAt: '2026-03-09T14:05:00+07:00' };
  await page.route('**/api/spinwheel/setup', (route) =>
    route.fulfill({
      json: {
        result: { activeSpinwheel: { name: words.wheel, slice }, userCoin, coinPerSpin: 1, commitment: COMMITMENT },
      },
    }),
  );
  await page.route('**/api/spinwheel/coupon', (route) =>
    route.fulfill({
      json: [
        {
          ...coupon,
          expireAt: '2030-03-16T14:05:00+07:00',
          prize: { name: words.cash, slice: { label: '100', htmlDescription: `<p>${words.description}</p>` } },
        },
      ],
    }),
  );
  await page.route('**/api/spinwheel/spin', (route) => {
    const code = wins[spun] ?? '';
    spun += 1;
    userCoin -= 1;
    const result = { code, label: code, remainingCoin: userCoin, couponId: 'c1', proof: PROOF };
    return route.fulfill({ json: { success: true, result } });
  });
  await page.route('**/api/spinwheel/history', (route) =>
    route.fulfill({
      json: {
        total: 1,
        spins: [
          {
            _id: 's1',
            wheel: words.wheel,
            code: 'S1',
            label: '100',
            coins: 1,
            createdAt: coupon.createdAt,
            coupon: { _id: 'c1', type: 'CASH', name: words.cash, amount: 100, status: 'OPEN' },
            proof: PROOF,
          },
        ],
      },
    }),
  );
}
