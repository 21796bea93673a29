import { HttpResponse, http } from 'msw';
import type { SpinClaimResponse, SpinCoupon, SpinRequest, SpinResponse } from '../api/gen/model';
import {
  getGetSpinSetupResponseMock,
  getListSpinCouponsResponseMock,
  getSpinWheelResponseMock,
} from '../api/gen/portal.msw';
import { server } from './server';

const setup = getGetSpinSetupResponseMock().result;
const won = getSpinWheelResponseMock();
const [coupon] = getListSpinCouponsResponseMock() as [SpinCoupon];

/** As many coupons as are wanted, each of its own label. */
export function coupons(count: number, change: Partial<SpinCoupon> = {}): SpinCoupon[] {
  return Array.from({ length: count }, (_, index) => ({
    ...coupon,
    ...change,
    _id: `coupon-${index + 1}`,
    prize: { ...coupon.prize, slice: { ...coupon.prize.slice, label: `Prize ${index + 1}` } },
  }));
}

/** The member's wheel as the server has it, and what was asked of it. An answer of 'dead' never comes. */
export function wheelOf(
  input: {
    coins?: number;
    coinPerSpin?: number;
    slices?: number;
    coupons?: SpinCoupon[];
    spins?: (SpinResponse | 'dead' | { code: string })[];
    claims?: (SpinClaimResponse | 'dead')[];
  } = {},
) {
  const state = {
    coins: input.coins ?? 3,
    coupons: input.coupons ?? [],
    setups: 0,
    spins: [] as { key: string; body: SpinRequest }[],
    claims: [] as { key: string; coupon: string }[],
  };
  const slice = input.slices
    ? Array.from({ length: input.slices }, (_, index) => ({
        code: `S${index + 1}`,
        label: `Prize ${index + 1}`,
        bgColor: index % 2 ? '#1a1a1a' : '#f7b500',
        textColor: index % 2 ? '#ffffff' : '#1a1a1a',
        chance: 100 / (input.slices ?? 1),
      }))
    : setup.activeSpinwheel.slice;
  const answerOf = <T>(answers: T[] | undefined, count: number) => answers?.[Math.min(count, answers.length) - 1];
  server.use(
    http.get('*/api/spinwheel/setup', () => {
      state.setups += 1;
      return HttpResponse.json({
        result: {
          ...setup,
          activeSpinwheel: { ...setup.activeSpinwheel, slice },
          userCoin: state.coins,
          coinPerSpin: input.coinPerSpin ?? 1,
        },
      });
    }),
    http.get('*/api/spinwheel/coupon', () => HttpResponse.json(state.coupons)),
    http.post('*/api/spinwheel/spin', async ({ request }) => {
      const body = (await request.json()) as SpinRequest;
      state.spins.push({ key: request.headers.get('Idempotency-Key') ?? '', body });
      const answer = answerOf(input.spins, state.spins.length) ?? won;
      if (answer === 'dead') return HttpResponse.error();
      if (!('success' in answer)) return HttpResponse.json({ message: answer.code }, { status: 409 });
      if (answer.success) {
        state.coins = answer.result?.remainingCoin ?? 0;
        state.coupons = coupons(1);
      }
      return HttpResponse.json(answer);
    }),
    http.post('*/api/spinwheel/coupon/claim', async ({ request }) => {
      const { coupon: id } = (await request.json()) as { coupon: string };
      state.claims.push({ key: request.headers.get('Idempotency-Key') ?? '', coupon: id });
      const answer = answerOf(input.claims, state.claims.length) ?? { success: true };
      if (answer === 'dead') return HttpResponse.error();
      if (answer.success) state.coupons = state.coupons.filter(({ _id }) => _id !== id);
      return HttpResponse.json(answer);
    }),
  );
  return state;
}
