import { formatAccountNumber } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Money } from '@krapao/kit/ui/money';
import { ShareButton } from '@krapao/kit/ui/share-button';
import { Check, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawAllReport } from '../../api/gen/model';
import { Legs } from '../../shared/legs';
import { usePartyName } from '../../shared/party-name';
import { Reference } from '../../shared/reference';
import { statusOf } from '../../shared/status';
import { statusKey } from './status-key';
import { useReceipt } from './use-receipt';
import styles from './withdraw.module.css';

interface WithdrawDoneProps {
  report: WithdrawAllReport;
  nameOf: (code: string) => string;
}

/**
 * What became of the withdrawal, as the answer says: one that was asked for before may be paid or back by now. It is a
 * receipt, to be shared with its reference.
 */
export function WithdrawDone({ report: { withdrawal, legs }, nameOf }: WithdrawDoneProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const { amount, cutAmount, currency, bankCode, bankAccountNo } = withdrawal;
  const partyName = usePartyName();
  const receiptOf = useReceipt();
  const status = statusOf(withdrawal.status);
  const back = status === 'returned';
  const away = legs.filter(({ status }) => status !== 'SETTLED');
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick} data-status={status} aria-hidden="true">
        {back ? <Undo2 /> : <Check />}
      </span>
      <p className={styles.doneTitle}>{status === 'pending' ? t('wallet:withdraw.waiting') : t(statusKey(status))}</p>
      {back && <p className={styles.soft}>{t('withdraw.cameBack')}</p>}
      <Money value={amount} currency={currency} size="large" />
      <p className={styles.words}>
        <span className={styles.strong}>{partyName(bankCode)}</span>
        <span className={styles.number}>{formatAccountNumber(bankAccountNo)}</span>
      </p>
      {cutAmount > 0 && (
        <p className={styles.soft}>{t('withdraw.wasCut', { amount: amountText(cutAmount, currency) })}</p>
      )}
      <div className={styles.receipt}>
        <Reference reference={withdrawal.reference} copyLabel={t('withdraw.copyReference')} />
        <ShareButton {...receiptOf(withdrawal, status)} label={t('withdraw.share')} />
      </div>
      {away.length > 0 && (
        <Alert tone="warning" title={t('withdraw.notHome')}>
          <Legs legs={away} currency={currency} nameOf={nameOf} />
        </Alert>
      )}
    </div>
  );
}
