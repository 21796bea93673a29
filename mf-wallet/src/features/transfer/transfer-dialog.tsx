import type { Slots } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ArrowLeftRight, Gamepad2, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WalletResponse } from '../../api/gen/model';
import { useGetWallet } from '../../api/gen/portal';
import { providerNames, useAccountName, WALLET } from '../../shared/account-name';
import stack from '../../shared/stack.module.css';
import { TransferDone, TransferPending, TransferUnknown } from './transfer-end';
import { type Place, TRANSFER_FORM, TransferForm } from './transfer-form';
import { type TransferState, useTransfer } from './use-transfer';

const LOADING = (
  <>
    <Skeleton shape="block" height={76} />
    <Skeleton shape="block" height={76} />
    <Skeleton shape="block" height={100} />
  </>
);

/** The wallet and the open game accounts (specification 2.5: only active providers and WALLET). */
function placesOf(data: WalletResponse, nameOf: (code: string) => string): Place[] {
  const games = data.slots.filter(({ isActive }) => isActive);
  return [
    { code: WALLET, name: nameOf(WALLET), amount: data.wallet.amount },
    ...games.map(({ code, name, amount }) => ({ code, name, amount })),
  ];
}

/**
 * Moves money between the wallet and the games. It stays mounted while closed, so that a transfer in transit is
 * followed to its end.
 */
export default function TransferDialog({ open, onClose, to }: Slots['wallet.transfer']) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const wallet = useGetWallet({ query: { enabled: open } });
  const { data, error } = wallet;
  const accounts = data?.slots ?? [];
  const nameOf = useAccountName(accounts);
  const { state, ...transfer } = useTransfer({ open, nameOf, providers: providerNames(accounts) });
  const leave = () => {
    onClose(transfer.changed);
    transfer.leave();
  };

  const places = data ? placesOf(data, nameOf) : [];
  const entering = state.kind === 'form' && places.length > 1;
  const footer = () => {
    if (state.kind === 'unknown') {
      return (
        <>
          <Button key="anew" variant="secondary" disabled={state.sending} onClick={transfer.startAnew}>
            {t('common:unfinished.anew')}
          </Button>
          <Button key="again" loading={state.sending} icon={<RotateCw aria-hidden="true" />} onClick={transfer.resume}>
            {t('common:action.retry')}
          </Button>
        </>
      );
    }
    if (!entering) {
      return (
        <Button key="leave" variant={state.kind === 'done' ? 'primary' : 'secondary'} onClick={leave}>
          {t(state.kind === 'done' ? 'transfer.finish' : 'common:action.close')}
        </Button>
      );
    }
    return (
      <Button
        key="send"
        type="submit"
        form={TRANSFER_FORM}
        loading={state.sending}
        icon={<ArrowLeftRight aria-hidden="true" />}
      >
        {t('transfer.send')}
      </Button>
    );
  };
  const form = (currency: Currency, { sending, error: problem }: Extract<TransferState, { sending: boolean }>) => (
    <TransferForm
      places={places}
      currency={currency}
      to={to}
      sending={sending}
      error={problem}
      onEdit={transfer.forgetError}
      onSend={transfer.send}
    />
  );
  const body = () => {
    if ('transfer' in state) {
      return state.kind === 'pending' ? (
        <TransferPending transfer={state.transfer} nameOf={nameOf} />
      ) : (
        <TransferDone transfer={state.transfer} message={transfer.messageOf(state.transfer)} />
      );
    }
    if (state.kind === 'unknown' && (data || error))
      return <TransferUnknown state={state} currency={data?.profile.currency} nameOf={nameOf} />;
    return (
      <QueryView
        query={wallet}
        loading={LOADING}
        loadingClass={stack.stack}
        empty={() =>
          places.length < 2 && (
            <EmptyState icon={<Gamepad2 />} title={t('transfer.noGame')} text={t('transfer.noGameText')} />
          )
        }
      >
        {({ profile }) => form(profile.currency, state)}
      </QueryView>
    );
  };
  return (
    <Dialog open={open} onClose={leave} title={t('transfer.title')} footer={footer()}>
      {body()}
    </Dialog>
  );
}
