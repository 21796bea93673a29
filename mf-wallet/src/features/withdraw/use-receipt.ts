import { formatDateTime } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { useTranslation } from 'react-i18next';
import type { Withdrawal } from '../../api/gen/model';
import { usePartyName } from '../../shared/party-name';
import type { Status } from '../../shared/status';
import { statusKey } from './status-key';

/** As many digits of an account number as a receipt shows: it leaves the member's phone. */
const SHOWN_DIGITS = 4;

/** What a receipt tells of a withdrawal. */
type Receipted = Pick<Withdrawal, 'amount' | 'currency' | 'bankCode' | 'bankAccountNo' | 'reference' | 'createdAt'>;

/** A withdrawal's receipt, to be shared: what, how much, to where, how far it got, when, and its whole reference. */
export function useReceipt() {
  const { t } = useTranslation('mf-wallet');
  const partyName = usePartyName();
  return (withdrawal: Receipted, status: Status): { title: string; text: string } => {
    const { amount, currency, bankCode, bankAccountNo, reference, createdAt } = withdrawal;
    const title = t('withdraw.one');
    const lines = [
      title,
      amountText(amount, currency),
      `${partyName(bankCode)} ••• ${bankAccountNo.slice(-SHOWN_DIGITS)}`,
      t(statusKey(status)),
      formatDateTime(createdAt),
      `${t('reference.label')} ${reference}`,
    ];
    return { title, text: lines.join('\n') };
  };
}
