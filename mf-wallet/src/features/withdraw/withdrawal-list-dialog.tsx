import { Dialog } from '@krapao/kit/ui/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getGetWalletQueryKey, getListStatementsQueryKey, getListWithdrawalsQueryKey } from '../../api/gen/portal';
import { WithdrawalList } from './withdrawal-list';

/** The props of the place `wallet.withdrawals`. */
export interface WithdrawalListDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The member's withdrawals beside the statement, each with its timeline. */
export default function WithdrawalListDialog({ open, onClose }: WithdrawalListDialogProps) {
  const { t } = useTranslation('mf-wallet');
  const queries = useQueryClient();
  const onChanged = () => {
    void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
    void queries.invalidateQueries({ queryKey: getListWithdrawalsQueryKey().slice(0, 2) });
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('withdraw.listTab')}>
      <WithdrawalList open={open} onChanged={onChanged} />
    </Dialog>
  );
}
