import { QueryView } from '@krapao/kit/ui/query-view';
import stack from '../../shared/stack.module.css';
import { useWithdrawal } from './use-withdrawals';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalSkeletons } from './withdrawal-skeletons';

interface OneWithdrawalProps {
  reference: string;
  open: boolean;
  onChanged: () => void;
}

/** One of the member's withdrawals, with its timeline. */
export function OneWithdrawal({ reference, open, onChanged }: OneWithdrawalProps) {
  const query = useWithdrawal({ reference, open });
  return (
    <QueryView query={query} loading={<WithdrawalSkeletons count={1} />} loadingClass={stack.stack}>
      {(withdrawal) => <WithdrawalCard withdrawal={withdrawal} onChanged={onChanged} />}
    </QueryView>
  );
}
