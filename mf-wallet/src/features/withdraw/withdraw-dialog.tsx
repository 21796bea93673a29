import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tabs } from '@krapao/kit/ui/tabs';
import { Unfinished } from '@krapao/kit/ui/unfinished';
import { ArrowUpFromLine, History, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetWallet, useGetWithdrawLimits } from '../../api/gen/portal';
import { useAccountName } from '../../text/account-name';
import { amountText } from '../../text/amount-text';
import { useCondition } from './use-condition';
import { useWithdraw } from './use-withdraw';
import { useWithdrawals } from './use-withdrawals';
import styles from './withdraw.module.css';
import { WithdrawDone } from './withdraw-done';
import { WITHDRAW_FORM, WithdrawForm } from './withdraw-form';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalList } from './withdrawal-list';

/** The props of the place `wallet.withdraw`. */
export interface WithdrawDialogProps {
  open: boolean;
  /** `changed`: money moved, or may have. */
  onClose: (changed: boolean) => void;
}

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.form} aria-busy="true" role="status" aria-label={t('loading')}>
      <Skeleton shape="block" height={96} />
      <Skeleton shape="block" height={100} />
      <Skeleton shape="block" height={56} />
    </div>
  );
}

/** Withdraws to the member's bank account, one withdrawal at a time, and shows what became of the others. */
export default function WithdrawDialog({ open, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const [tab, setTab] = useState('new');
  const wallet = useGetWallet({ query: { enabled: open } });
  const limits = useGetWithdrawLimits({ query: { enabled: open } });
  const newest = useWithdrawals({ page: 1, open });
  const condition = useCondition({ open });
  const nameOf = useAccountName(wallet.data?.slots ?? []);

  const waiting = newest.data?.withdrawals.find(({ status }) => status === 'PENDING');
  const withdraw = useWithdraw({ open, waiting });
  const ready = wallet.data !== undefined && limits.data !== undefined && !newest.isLoading;
  const failed = [wallet, limits].find(({ data, error, isFetching }) => !data && error && !isFetching);
  const leave = () => {
    onClose(withdraw.changed);
    withdraw.leave();
    setTab('new');
  };

  const entry = () => {
    if (withdraw.report) return <WithdrawDone report={withdraw.report} nameOf={nameOf} />;
    if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
    if (!ready || !wallet.data || !limits.data) return <Waiting />;
    if (waiting) {
      return (
        <div className={styles.form}>
          <Alert title={t('withdraw.oneAtATime')}>{t('withdraw.oneAtATimeText')}</Alert>
          <WithdrawalCard withdrawal={waiting} onChanged={withdraw.refreshMoney} />
        </div>
      );
    }
    if (withdraw.unknown) {
      return (
        <Unfinished error={withdraw.error}>
          <p>{amountText(withdraw.unknown.amount, wallet.data.profile.currency)}</p>
        </Unfinished>
      );
    }
    return (
      <WithdrawForm
        wallet={wallet.data}
        limits={limits.data}
        condition={condition}
        withdraw={withdraw}
        nameOf={nameOf}
      />
    );
  };
  const footer = () => {
    if (tab !== 'new') return undefined;
    if (withdraw.report) {
      return (
        <>
          <Button
            key="follow"
            variant="secondary"
            onClick={() => {
              withdraw.dismiss();
              setTab('list');
            }}
          >
            {t('withdraw.follow')}
          </Button>
          <Button key="finish" onClick={leave}>
            {t('withdraw.finish')}
          </Button>
        </>
      );
    }
    if (!ready || failed || waiting) return undefined;
    if (withdraw.unknown) {
      return (
        <>
          <Button key="anew" variant="secondary" disabled={withdraw.sending} onClick={withdraw.startAnew}>
            {t('common:unfinished.anew')}
          </Button>
          <Button
            key="again"
            loading={withdraw.sending}
            icon={<RotateCw aria-hidden="true" />}
            onClick={withdraw.resume}
          >
            {t('common:action.retry')}
          </Button>
        </>
      );
    }
    return (
      <Button
        key="send"
        type="submit"
        form={WITHDRAW_FORM}
        loading={withdraw.sending || condition.kind === 'checking'}
        icon={<ArrowUpFromLine aria-hidden="true" />}
      >
        {t('withdraw.send')}
      </Button>
    );
  };
  return (
    <Dialog open={open} onClose={leave} title={t('withdraw.title')} footer={footer()}>
      <Tabs
        label={t('withdraw.title')}
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'new', label: t('withdraw.newTab'), icon: <ArrowUpFromLine />, content: entry() },
          {
            value: 'list',
            label: t('withdraw.listTab'),
            icon: <History />,
            content: <WithdrawalList open={open && tab === 'list'} onChanged={withdraw.refreshMoney} />,
          },
        ]}
      />
    </Dialog>
  );
}
