import { Dialog } from '@krapao/kit/ui/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  getGetWalletQueryKey,
  getGetWithdrawalQueryKey,
  getListStatementsQueryKey,
  getListWithdrawalsQueryKey,
} from '../../api/gen/portal';
import { OneWithdrawal } from './one-withdrawal';
import { WithdrawalList } from './withdrawal-list';

/** The props of the place `wallet.withdrawals`. */
export interface WithdrawalListDialogProps {
  open: boolean;
  onClose: () => void;
  /** Only this one, by its reference. */
  entry?: string | undefined;
}

/** The member's withdrawals beside the statement, or one of them, with what happened to it. */
export default function WithdrawalListDialog({ open, onClose, entry }: WithdrawalListDialogProps) {
  const { t } = useTranslation('mf-wallet');
  const queries = useQueryClient();
  const onChanged = () => {
    void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
    void queries.invalidateQueries({ queryKey: getListWithdrawalsQueryKey().slice(0, 2) });
    if (entry !== undefined) void queries.invalidateQueries({ queryKey: getGetWithdrawalQueryKey(entry) });
  };
  return (
    <Dialog open={open} onClose={onClose} title={t(entry === undefined ? 'withdraw.listTab' : 'withdraw.one')}>
      {entry === undefined ? (
        <WithdrawalList open={open} onChanged={onChanged} />
      ) : (
        <OneWithdrawal key={entry} reference={entry} open={open} onChanged={onChanged} />
      )}
    </Dialog>
  );
}
