import { useRefresh } from '@krapao/kit/api';
import type { Slots } from '@krapao/kit/federation';
import { Dialog } from '@krapao/kit/ui/dialog';
import { useTranslation } from 'react-i18next';
import { OneWithdrawal } from './one-withdrawal';
import { WithdrawalList } from './withdrawal-list';

/** The member's withdrawals beside the statement, or one of them, with what happened to it. */
export default function WithdrawalListDialog({ open, onClose, entry }: Slots['wallet.withdrawals']) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const onChanged = () => {
    void refresh('getWallet', 'listStatements', 'listWithdrawals', 'getWithdrawal');
  };
  return (
    <Dialog open={open} onClose={onClose} title={t(entry === undefined ? 'statement.withdrawals' : 'withdraw.one')}>
      {entry === undefined ? (
        <WithdrawalList open={open} onChanged={onChanged} />
      ) : (
        <OneWithdrawal key={entry} reference={entry} open={open} onChanged={onChanged} />
      )}
    </Dialog>
  );
}
