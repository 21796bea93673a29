import type { Slots } from '@krapao/kit/federation';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { joinQueries, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tabs } from '@krapao/kit/ui/tabs';
import { Unfinished } from '@krapao/kit/ui/unfinished';
import { ArrowUpFromLine, History, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WalletResponse, WithdrawLookup } from '../../api/gen/model';
import { useGetWallet, useGetWithdrawLimits } from '../../api/gen/portal';
import { useAccountName } from '../../shared/account-name';
import stack from '../../shared/stack.module.css';
import { isPending } from '../../shared/status';
import { totalOf } from './total';
import { useAskedGames } from './use-asked-games';
import { useCondition } from './use-condition';
import { useWithdraw } from './use-withdraw';
import { useWithdrawals } from './use-withdrawals';
import { WhyNot } from './why-not';
import { WithdrawDone } from './withdraw-done';
import { WITHDRAW_FORM, WithdrawForm } from './withdraw-form';
import { WithdrawReview } from './withdraw-review';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalList } from './withdrawal-list';

const LOADING = (
  <>
    <Skeleton shape="block" height={96} />
    <Skeleton shape="block" height={100} />
    <Skeleton shape="block" height={56} />
  </>
);

/** What the member wants to withdraw, in the major unit, and whether it is being read once more before it is sent. */
interface Draft {
  amount: number;
  reviewed: boolean;
}

/** Withdraws to the member's bank account, one withdrawal at a time, and shows what became of the others. */
export default function WithdrawDialog({ open, onClose }: Slots['wallet.withdraw']) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const [tab, setTab] = useState('new');
  const wallet = useGetWallet({ query: { enabled: open } });
  const limits = useGetWithdrawLimits({ query: { enabled: open } });
  const newest = useWithdrawals({ page: 1, open });
  const [draft, setDraft] = useState<Draft | null>(null);
  const asking = useAskedGames({ open, wallet: wallet.data });
  const condition = useCondition({ open, asking });
  const nameOf = useAccountName(wallet.data?.slots ?? []);

  const waiting = newest.data?.withdrawals.find(isPending);
  const withdraw = useWithdraw({ open, waiting });
  const toForm = () => setDraft((past) => past && { ...past, reviewed: false });
  // What was sent is no draft any more; one that was refused, or is more than there is by now, goes back to the form.
  if (draft && (waiting || withdraw.report || withdraw.unknown)) setDraft(null);
  else if (draft?.reviewed && !withdraw.sending) {
    const isTooMuch = wallet.data !== undefined && draft.amount > totalOf(wallet.data);
    if (withdraw.error || isTooMuch) toForm();
  }
  const both = joinQueries(wallet, limits);
  // While a withdrawal may be pending, there is nothing to enter yet. If the list cannot be read, the server decides,
  // and what has been entered stays while the list is asked for again.
  const query = newest.isLoading && !newest.isFetched ? { ...both, data: undefined } : both;
  const leave = () => {
    onClose(withdraw.changed);
    withdraw.leave();
    setDraft(null);
    setTab('new');
  };

  const entry = () => {
    if (withdraw.report) return <WithdrawDone report={withdraw.report} nameOf={nameOf} />;
    return (
      <QueryView query={query} loading={LOADING} loadingClass={stack.stack}>
        {([walletData, limitsData]) => newWithdrawal(walletData, limitsData)}
      </QueryView>
    );
  };
  const newWithdrawal = (walletData: WalletResponse, limitsData: WithdrawLookup) => {
    if (waiting) {
      return (
        <div className={stack.stack}>
          <Alert title={t('withdraw.oneAtATime')}>{t('withdraw.oneAtATimeText')}</Alert>
          <WithdrawalCard withdrawal={waiting} onChanged={withdraw.refreshMoney} />
          <WhyNot />
        </div>
      );
    }
    if (withdraw.unknown) {
      return (
        <Unfinished error={withdraw.error}>
          <p>{amountText(withdraw.unknown.amount, walletData.profile.currency)}</p>
        </Unfinished>
      );
    }
    const known = { wallet: walletData, limits: limitsData, condition };
    if (draft?.reviewed) return <WithdrawReview {...known} amount={draft.amount} asking={asking} />;
    return (
      <WithdrawForm
        {...known}
        withdraw={withdraw}
        asking={asking}
        amount={draft?.amount ?? null}
        nameOf={nameOf}
        onReview={(amount) => {
          withdraw.forgetError(); // it would lead back to the form at once
          setDraft({ amount, reviewed: true });
        }}
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
    if (!query.data || waiting) return undefined;
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
    const checking = condition.kind === 'checking';
    if (draft?.reviewed) {
      const { amount } = draft;
      return (
        <>
          <Button key="change" variant="secondary" disabled={withdraw.sending} onClick={toForm}>
            {t('withdraw.change')}
          </Button>
          <Button
            key="send"
            loading={withdraw.sending || checking}
            icon={<ArrowUpFromLine aria-hidden="true" />}
            onClick={() => withdraw.send({ amount })}
          >
            {t('withdraw.send')}
          </Button>
        </>
      );
    }
    return (
      <Button key="review" type="submit" form={WITHDRAW_FORM} loading={withdraw.sending || checking}>
        {t('withdraw.next')}
      </Button>
    );
  };
  const isReview = tab === 'new' && draft?.reviewed === true && !withdraw.sending;
  return (
    <Dialog
      open={open}
      onClose={leave}
      onBack={isReview ? toForm : undefined}
      title={t('withdraw.title')}
      footer={footer()}
    >
      <Tabs
        label={t('withdraw.title')}
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'new', label: t('withdraw.newTab'), icon: <ArrowUpFromLine />, content: entry() },
          {
            value: 'list',
            label: t('statement.withdrawals'),
            icon: <History />,
            content: <WithdrawalList open={open && tab === 'list'} onChanged={withdraw.refreshMoney} />,
          },
        ]}
      />
    </Dialog>
  );
}
