import { HttpResponse, http } from 'msw';
import type { GameAccount, TransferAllReport } from '../api/gen/model';
import { getGetSiteSettingsResponseMock, getGetWalletResponseMock } from '../api/gen/portal.msw';
import { server } from './server';

const wallet = getGetWalletResponseMock();
const [slot, sport] = wallet.slots as [GameAccount, GameAccount];
/** Legs of a transferAll: arrived, left where it was, in transit. */
export const settled = {
  from: 'WALLET',
  to: 'DEMOSLOT',
  amount: 1250.5,
  status: 'SETTLED',
  reference: 'T1',
  heldBy: 'DEMOSLOT',
};
export const failed = {
  from: 'DEMOSPORT',
  to: 'DEMOSLOT',
  amount: 80,
  status: 'FAILED',
  reference: 'T2',
  heldBy: 'DEMOSPORT',
  error: 'TRANSFER_FAIL',
};
export const moving = { ...settled, status: 'PENDING', heldBy: null };

/** The answer of a transferAll with these legs. */
export const report = (legs: object[], status = 'SETTLED'): TransferAllReport =>
  ({ status, reference: 'A1', to: 'DEMOSLOT', amount: 0, currency: 'BAHT', legs }) as TransferAllReport;

/** The member's games as the server has them, and what was asked of it. */
export function games(
  input: {
    held?: number;
    account?: Partial<GameAccount>;
    inNewTab?: boolean;
    transferAlls?: (TransferAllReport | 'dead')[];
  } = {},
) {
  const state = {
    account: { ...slot, ...input.account },
    launched: [] as string[],
    transferAlls: [] as string[],
    activated: 0,
  };
  server.use(
    http.get('*/api/lookup/site', () =>
      HttpResponse.json({ ...getGetSiteSettingsResponseMock(), gamesInNewTab: input.inNewTab ?? true }),
    ),
    http.get('*/api/wallet', () =>
      HttpResponse.json({ ...wallet, wallet: { amount: input.held ?? 0 }, slots: [state.account, sport] }),
    ),
    http.post('*/api/wallet/activate/:code', () => {
      state.activated += 1;
      state.account = { ...state.account, isActive: true };
      return HttpResponse.json(state.account);
    }),
    http.post('*/api/autoLogin/:provider/:username', ({ params }) => {
      state.launched.push(`${params.provider} ${params.username}`);
      return HttpResponse.json({ link: 'https://play.demoslot.example/?session=1' });
    }),
    http.post('*/api/wallet/transferAll', ({ request }) => {
      const answer =
        input.transferAlls?.[Math.min(state.transferAlls.length, input.transferAlls.length - 1)] ?? report([settled]);
      state.transferAlls.push(request.headers.get('Idempotency-Key') ?? '');
      if (answer === 'dead') return HttpResponse.error();
      return HttpResponse.json(answer, { status: answer.status === 'SETTLED' ? 200 : 202 });
    }),
  );
  return state;
}
