import { ErrorState } from '@krapao/kit/ui/error-state';
import { useWithdrawal } from './use-withdrawals';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalsWaiting } from './withdrawals-waiting';

interface OneWithdrawalProps {
  reference: string;
  open: boolean;
  onChanged: () => void;
}

/** One of the member's withdrawals, with its timeline. */
export function OneWithdrawal({ reference, open, onChanged }: OneWithdrawalProps) {
  const { data, error, isFetching, refetch } = useWithdrawal({ reference, open });
  if (data) return <WithdrawalCard withdrawal={data} onChanged={onChanged} />;
  if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <WithdrawalsWaiting count={1} />;
}
