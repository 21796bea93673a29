import { EDITIONS, type Edition } from './editions.ts';
import { MONEY } from './money.ts';
import type { At } from './steps.ts';
import { expect, type Locator, type Page } from './test.ts';
import { type Locale, textsOf } from './texts.ts';

/** Operators' words of the rigged answers, as a member of the language reads them. */
const WORDS = {
  th: {
    welcome: 'โบนัสต้อนรับ 10%',
    daily: 'โบนัสฝากรายวัน',
    weekly: 'โบนัสวันหยุดสุดสัปดาห์สำหรับสมาชิกทุกคน',
    promotion: 'โปรโมชันสงกรานต์ 20%',
    text: 'รับเพิ่มจากยอดฝากล่าสุด เข้ากระเป๋าทันที',
    refund: 'คืน 5% ของยอดเสียเมื่อวาน สูงสุดวันละ 5,000',
    notice: 'โบนัสจบได้เมื่อยอดเหลือไม่เกิน %percentFail%%',
    friends: ['มาลี', 'สมหญิง'],
  },
  la: {
    welcome: 'ໂບນັດຕ້ອນຮັບ 10%',
    daily: 'ໂບນັດຝາກປະຈຳວັນ',
    weekly: 'ໂບນັດທ້າຍອາທິດສຳລັບສະມາຊິກທຸກຄົນ',
    promotion: 'ໂປຣໂມຊັນປີໃໝ່ລາວ 20%',
    text: 'ຮັບເພີ່ມຈາກຍອດຝາກຫຼ້າສຸດ ເຂົ້າກະເປົາທັນທີ',
    refund: 'ຄືນ 5% ຂອງຍອດເສຍມື້ວານນີ້ ສູງສຸດມື້ລະ 1,000,000',
    notice: 'ຈົບໂບນັດໄດ້ເມື່ອຍອດເຫຼືອບໍ່ເກີນ %percentFail%%',
    friends: ['ມະນີ', 'ບຸນມີ'],
  },
  en: {
    welcome: 'Welcome bonus 10%',
    daily: 'Daily deposit bonus',
    weekly: 'Weekend bonus for every member',
    promotion: 'Songkran 20%',
    text: 'On top of your latest deposit, into your wallet at once.',
    refund: "5% of yesterday's loss, up to 5,000 a day.",
    notice: 'The bonus can be ended when no more than %percentFail%% is left.',
    friends: ['Malee', 'Somying'],
  },
} as const;

/** Which language the texts are. */
export const languageOf = ({ t }: Pick<At, 't'>): Locale =>
  (['th', 'la', 'en'] as const).find(
    (language) => textsOf(language)('mf-bonus:blocker.title') === t('mf-bonus:blocker.title'),
  ) ?? 'th';

/** A banner as operators draw them; its colours and shapes only. */
const picture = (from: string, to: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="${from}"/>` +
  `<stop offset="1" stop-color="${to}"/></linearGradient></defs><path fill="url(#a)" d="M0 0h640v360H0z"/>` +
  '<circle cx="500" cy="120" r="150" fill="#fff" opacity=".14"/><circle cx="540" cy="80" r="70" fill="#f7ad2d"/></svg>';

const banner = (name: string, html: string) => ({ image: `media/banner/${name}.svg`, html: `<p>${html}</p>` });

/** How the condition stands in the rigged answers. BETS: it is open because bets are; null: there is none. */
export type Standing = 'OPEN' | 'BETS' | 'MET' | 'LOST' | null;

/** Lets the calls of bonuses answer this, whatever the server has. */
export async function rigBonuses(
  { page, edition }: Pick<At, 'page' | 'edition'>,
  { language, standing }: { language: Locale; standing: Standing },
): Promise<void> {
  const words = WORDS[language];
  const { unit } = MONEY[edition];
  const betsOpen = standing === 'BETS';
  const answer = (path: string, json: unknown) => page.route(`**${path}`, (route) => route.fulfill({ json }));
  const terms = { maxReceived: 1, percentSuccess: 300, percentFail: 10, canReceive: true };
  const at = '2026-11-21T14:05:00+07:00';
  const received = [{ updatedAt: at }];
  const total = { OPEN: 850.5, BETS: 90, MET: 1300, LOST: 90 }[standing ?? 'OPEN'] * unit;
  await page.route('**/media/banner/*', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: route.request().url().includes('welcome') ? picture('#35309a', '#1f1c57') : picture('#8a3a8f', '#35309a'),
    }),
  );
  await answer('/api/bonus', [
    {
      ...terms,
      code: 'WELCOME10',
      name: words.welcome,
      type: 'limit',
      banners: [banner('welcome', words.text)],
      ...(standing && { canReceive: false, userBonus: { _id: 'u1', isActive: true, received } }),
    },
    {
      ...terms,
      code: 'DAILY',
      name: words.daily,
      type: 'day',
      banners: [banner('daily', words.text), banner('welcome', words.text)],
    },
    { ...terms, code: 'WEEKEND', name: words.weekly, type: 'week', maxReceived: 2, banners: [], canReceive: false },
    { ...terms, code: 'PLAIN', name: words.weekly, type: 'week', maxReceived: 2, banners: [] },
  ]);
  await answer(
    '/api/bonus/check/active',
    standing ? { status: true, type: 'BONUS', name: words.welcome } : { status: false },
  );
  await answer('/api/bonus/check/minimum', {
    minimum: 1200 * unit,
    total,
    result: standing === 'MET',
    lostAt: 110 * unit,
    ...(standing && {
      progress: {
        type: 'BONUS',
        name: words.welcome,
        state: standing === 'BETS' ? 'OPEN' : standing,
        betsOpen,
        bonus: 100 * unit,
        base: 900 * unit,
        won: { OPEN: 140, BETS: -910, MET: 300, LOST: -910 }[standing] * unit,
        needed: 200 * unit,
        remaining: { OPEN: 60, BETS: 1110, MET: 0, LOST: 1110 }[standing] * unit,
        inGames: 35.5 * unit,
        receivedAt: at,
      },
    }),
  });
  await answer('/api/lookup/notice', { notice: `<p>${words.notice}</p>` });
  await page.route('**/api/promotion/find/*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith('/SONGKRAN')
        ? {
            code: 'SONGKRAN',
            name: words.promotion,
            percentSuccess: 200,
            percentFail: 10,
            description: `<p>${words.text}</p>`,
          }
        : null,
    }),
  );
  await answer('/api/refund/banners', { banners: [banner('refund', words.refund)] });
  await answer('/api/refund/check', {
    result: true,
    bonus: standing !== null,
    info: `<p>${words.refund}</p>`,
    refundAmount: 50.25 * unit,
    refundSuccess: 200,
    refundFail: 10,
    isReserved: false,
  });
  await answer('/api/refund', {
    total: 23,
    refunds: Array.from({ length: 10 }, (_, index) => ({
      _id: `r${index}`,
      refundAmount: (12.5 + index) * unit,
      createdAt: at,
    })),
  });
  await answer('/api/game-result?*', {
    total: 2,
    days: ['2026-11-21', '2026-11-20'].map((day) => ({
      day,
      result: -320.5 * unit,
      broughtForward: 120 * unit,
      games: [
        { code: 'NAGA', name: 'Naga Reels', result: -400 * unit },
        { code: 'MANGO', name: 'Mango Fruits', result: 79.5 * unit },
      ],
    })),
  });
  await answer('/api/invite/banners', { banners: [] });
  await answer('/api/invite', {
    total: 12,
    invites: Array.from({ length: 10 }, (_, index) => ({
      _id: `i${index}`,
      from: { name: words.friends[index % 2] },
      amount: (12.5 + index) * unit,
      createdAt: at,
    })),
  });
  await answer('/api/withdraw/blockers', {
    canWithdraw: false,
    minimum: 100 * unit,
    maximum: 50_000 * unit,
    total,
    cutsRest: false,
    blockers: [
      {
        code: 'BONUS_REMAINING',
        liftedBy: 'MEET_CONDITION',
        condition: {
          type: 'BONUS',
          name: words.welcome,
          minimum: 1200 * unit,
          total,
          result: false,
          lostAt: 110 * unit,
          betsOpen,
        },
      },
      { code: 'WITHDRAW_PENDING', liftedBy: 'CANCEL_WITHDRAWAL', reference: 'W01926f0c7a557c1e' },
      { code: 'WITHDRAW_HOLD', liftedBy: 'WAIT', until: '2026-11-22T11:40:10+07:00' },
    ],
  });
}

/** Lets the wallet hold an invite bonus. */
export async function rigInviteBonus(page: Page, edition: Edition): Promise<void> {
  await page.route('**/api/wallet', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const wallet = (await answer.json()) as object;
    const { etag: _, ...headers } = answer.headers();
    return route.fulfill({
      headers,
      json: { ...wallet, invite: { amount: 35.25 * MONEY[edition].unit, success: 300, fail: 10 } },
    });
  });
}

/**
 * Opens the invite or the refund dialog from home, past the banners that may stand before it, whose picture is seen.
 */
export async function openReward({ page, t }: Pick<At, 'page' | 't'>, what: 'invite' | 'refund'): Promise<Locator> {
  const title = t(`mf-bonus:${what}.title`);
  await page.getByRole('main').getByRole('button', { name: title, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  const next = dialog.getByRole('button', { name: t('mf-bonus:banner.next') });
  const tabs = dialog.getByRole('tab');
  await expect(next.or(tabs.first()).first()).toBeVisible();
  if (await next.isVisible()) {
    const picture = dialog.locator('figure img').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await next.click();
  }
  await expect(tabs.first()).toBeVisible();
  return dialog;
}

/** Where the members of an edition register. */
export const registerAt = (edition: Edition) => `${EDITIONS[edition].portal}/register?code=`;
