import { HttpResponse, http } from 'msw';
import type {
  ActiveBonus,
  BonusMinimum,
  WithdrawAllRefusal,
  WithdrawAllReport,
  WithdrawalRecord,
} from '../api/gen/model';
import {
  getGetWalletResponseMock,
  getListWithdrawalsResponseMock,
  getWithdrawAllFundsResponseMock,
} from '../api/gen/portal.msw';
import { server } from './server';

const wallet = getGetWalletResponseMock();
/** A withdrawal that waits. */
export const waiting = getListWithdrawalsResponseMock().withdrawals[0] as WithdrawalRecord;
const accepted = getWithdrawAllFundsResponseMock();

/** One that was paid. */
export const paid: WithdrawalRecord = {
  ...waiting,
  reference: 'W2',
  status: 'PAID',
  canCancel: false,
  timeline: [
    { step: 'REQUESTED', at: '2025-11-20T10:00:00+07:00' },
    { step: 'APPROVED', at: '2025-11-20T10:01:00+07:00' },
    { step: 'SENT', at: '2025-11-20T10:02:00+07:00' },
    { step: 'PAID', at: '2025-11-20T10:03:00+07:00' },
  ],
};

interface Bank {
  records?: WithdrawalRecord[];
  bonus?: ActiveBonus;
  way?: BonusMinimum;
  report?: Partial<WithdrawAllReport>;
  dead?: number;
  /** Nothing is withdrawn, for this reason. */
  refusal?: WithdrawAllRefusal;
}

/** The bank: limits 100 to 50,000, no condition, no withdrawals unless given; notes what was asked of it. */
export function bank(input: Bank = {}) {
  const state = {
    records: input.records ?? [],
    amounts: [] as number[],
    keys: [] as string[],
    reads: 0,
    cancelled: [] as string[],
  };
  server.use(
    http.get('*/api/wallet', () => {
      state.reads += 1;
      return HttpResponse.json(wallet);
    }),
    http.get('*/api/lookup/withdraw', () => HttpResponse.json({ withdrawMin: 100, withdrawMax: 50_000 })),
    http.get('*/api/bonus/check/active', () => HttpResponse.json(input.bonus ?? { status: false })),
    http.get('*/api/bonus/check/minimum', () =>
      HttpResponse.json(input.way ?? { minimum: 0, total: 0, result: true, lostAt: 0 }),
    ),
    http.get('*/api/wallet/withdrawals/:reference', ({ params }) => {
      const found = state.records.find(({ reference }) => reference === params.reference);
      return found ? HttpResponse.json(found) : HttpResponse.json({ message: 'NO_DATA' }, { status: 404 });
    }),
    http.post('*/api/wallet/withdrawals', () =>
      HttpResponse.json({ total: state.records.length, withdrawals: state.records }),
    ),
    http.post('*/api/wallet/withdrawals/:reference/cancel', ({ params }) => {
      state.cancelled.push(String(params.reference));
      state.records = [];
      return HttpResponse.json({ ...waiting, status: 'RETURNED', canCancel: false });
    }),
    http.post('*/api/wallet/withdrawAll', async ({ request }) => {
      const { amount } = (await request.json()) as { amount: number };
      state.amounts.push(amount);
      state.keys.push(request.headers.get('Idempotency-Key') ?? '');
      if (state.keys.length <= (input.dead ?? 0)) return HttpResponse.error();
      if (input.refusal) return HttpResponse.json(input.refusal, { status: 409 });
      return HttpResponse.json({
        ...accepted,
        legs: [],
        ...input.report,
        withdrawal: { ...accepted.withdrawal, ...input.report?.withdrawal, amount },
      });
    }),
  );
  return state;
}
