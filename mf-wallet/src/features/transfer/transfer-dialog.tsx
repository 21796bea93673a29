import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ArrowLeftRight, Gamepad2, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WalletResponse } from '../../api/gen/model';
import { useGetWallet } from '../../api/gen/portal';
import { providerNames, useAccountName, WALLET } from '../../text/account-name';
import styles from './transfer.module.css';
import { TransferDone, TransferPending, TransferUnknown } from './transfer-end';
import { type Place, TRANSFER_FORM, TransferForm } from './transfer-form';
import { useTransfer } from './use-transfer';

/** The props of the place `wallet.transfer`. */
export interface TransferDialogProps {
  open: boolean;
  /** `changed`: money moved, or may have. */
  onClose: (changed: boolean) => void;
  /** The account it goes to, to begin with. */
  to: string | undefined;
}

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.form} aria-busy="true" role="status" aria-label={t('loading')}>
      <Skeleton shape="block" height={76} />
      <Skeleton shape="block" height={76} />
      <Skeleton shape="block" height={100} />
    </div>
  );
}

/** The wallet and the open game accounts (specification 2.5: only active providers and WALLET). */
function placesOf(data: WalletResponse, nameOf: (code: string) => string): Place[] {
  const games = data.slots.filter(({ isActive }) => isActive);
  return [
    { code: WALLET, name: nameOf(WALLET), amount: data.wallet.amount },
    ...games.map(({ code, name, amount }) => ({ code, name, amount })),
  ];
}

/** Moves money between the wallet and the games. It stays mounted while closed, so that a transfer in transit is followed to its end. */
export default function TransferDialog({ open, onClose, to }: TransferDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const { data, error, isFetching, refetch } = useGetWallet({ query: { enabled: open } });
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
  const body = () => {
    if (state.kind === 'pending') return <TransferPending transfer={state.transfer} nameOf={nameOf} />;
    if (state.kind === 'done')
      return <TransferDone transfer={state.transfer} message={transfer.messageOf(state.transfer)} />;
    if (state.kind === 'unknown' && (data || error))
      return <TransferUnknown state={state} currency={data?.profile.currency} nameOf={nameOf} />;
    if (!data) return error && !isFetching ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting />;
    if (!entering)
      return <EmptyState icon={<Gamepad2 />} title={t('transfer.noGame')} text={t('transfer.noGameText')} />;
    return (
      <TransferForm
        places={places}
        currency={data.profile.currency}
        to={to}
        sending={state.sending}
        error={state.error}
        onEdit={transfer.forgetError}
        onSend={transfer.send}
      />
    );
  };
  return (
    <Dialog open={open} onClose={leave} title={t('transfer.title')} footer={footer()}>
      {body()}
    </Dialog>
  );
}
