import { HttpResponse, http } from 'msw';
import type { DepositLookup, DepositRecord, GiftLinkReceipt, MemberBankAccount } from '../api/gen/model';
import {
  getGetDepositLookupResponseMock,
  getGetWalletResponseMock,
  getListDepositsResponseMock,
} from '../api/gen/portal.msw';
import { server } from './server';

const wallet = getGetWalletResponseMock();
/** A deposit by QR code that is in the wallet. */
export const credited = getListDepositsResponseMock().deposits[0] as DepositRecord;

/** One that the operator looks into. */
export const looking: DepositRecord = {
  ...credited,
  _id: 'claim-1',
  kind: 'CLAIM',
  channel: '',
  amount: 500,
  status: 'PENDING',
  timeline: [
    { step: 'STARTED', at: '2025-03-09T14:05:00+07:00' },
    { step: 'REVIEW', at: '2025-03-09T14:06:00+07:00' },
  ],
};

interface DepositServer {
  lookup?: Partial<DepositLookup>;
  account?: Partial<MemberBankAccount>;
  deposits?: DepositRecord[];
  receipt?: GiftLinkReceipt;
  /** How many of the first claims and gift links go unanswered. */
  dead?: number;
}

/** The server of deposits: no QR code, no deposits unless given; notes what was asked of it. */
export function depositServer(input: DepositServer = {}) {
  const example = getGetDepositLookupResponseMock();
  const state = {
    deposits: input.deposits ?? [],
    asked: 0,
    walletReads: 0,
    names: [] as unknown[],
    claims: [] as unknown[],
    links: [] as string[],
    keys: [] as string[],
  };
  const answered = (request: Request) => {
    state.keys.push(request.headers.get('Idempotency-Key') ?? '');
    return state.keys.length > (input.dead ?? 0);
  };
  server.use(
    http.get('*/api/lookup/deposit', () => HttpResponse.json({ ...example, ...input.lookup })),
    http.get('*/api/qrcode/:code', () => HttpResponse.json({ hasQrcode: false })),
    http.get('*/api/wallet', () => {
      state.walletReads += 1;
      return HttpResponse.json({ ...wallet, bankAccount: { ...wallet.bankAccount, ...input.account } });
    }),
    http.put('*/api/account/bankAccountName', async ({ request }) => {
      const body = (await request.json()) as { bankAccountName: string };
      state.names.push(body);
      return HttpResponse.json({ ...wallet.bankAccount, ...input.account, bankAccountName: body.bankAccountName });
    }),
    http.post('*/api/wallet/add', async ({ request }) => {
      const body = (await request.json()) as { amount: number };
      state.claims.push(body);
      if (!answered(request)) return HttpResponse.error();
      const { _id, createdAt } = looking;
      return HttpResponse.json({ message: 'SUCCESS', _id, createdAt, status: 'PENDING', amount: body.amount });
    }),
    http.post('*/api/wallet/truelink', async ({ request }) => {
      state.links.push(((await request.json()) as { link: string }).link);
      if (!answered(request)) return HttpResponse.error();
      return HttpResponse.json(input.receipt ?? { message: 'SUCCESS', status: 'SUCCESS', amount: 100 });
    }),
    http.get('*/api/wallet/deposits/:id', ({ params }) => {
      const found = state.deposits.find(({ _id }) => _id === params.id);
      return found ? HttpResponse.json(found) : HttpResponse.json({ message: 'NO_DATA' }, { status: 404 });
    }),
    http.post('*/api/wallet/deposits', () => {
      state.asked += 1;
      return HttpResponse.json({ total: state.deposits.length, deposits: state.deposits });
    }),
  );
  return state;
}
