import { formatAccountNumber } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { Money } from '@krapao/kit/ui/money';
import { Check, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawAllReport } from '../../api/gen/model';
import { amountText } from '../../text/amount-text';
import { Legs } from '../../text/legs';
import { usePartyName } from '../../text/party-name';
import { statusOf } from './status';
import styles from './withdraw.module.css';

interface WithdrawDoneProps {
  report: WithdrawAllReport;
  nameOf: (code: string) => string;
}

/** What became of the withdrawal, as the answer says: one that was asked for before may be paid or back by now. */
export function WithdrawDone({ report: { withdrawal, legs }, nameOf }: WithdrawDoneProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const { amount, cutAmount, currency, bankCode, bankAccountNo } = withdrawal;
  const partyName = usePartyName();
  const status = statusOf(withdrawal.status);
  const back = status === 'RETURNED';
  const away = legs.filter(({ status }) => status !== 'SETTLED');
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick} data-status={status} aria-hidden="true">
        {back ? <Undo2 /> : <Check />}
      </span>
      <p className={styles.doneTitle}>
        {status === 'PENDING' ? t('wallet:withdraw.waiting') : t(`withdraw.status.${status}`)}
      </p>
      {back && <p className={styles.soft}>{t('withdraw.cameBack')}</p>}
      <Money value={amount} currency={currency} size="large" />
      <p className={styles.words}>
        <span className={styles.strong}>{partyName(bankCode)}</span>
        <span className={styles.number}>{formatAccountNumber(bankAccountNo)}</span>
      </p>
      {cutAmount > 0 && (
        <p className={styles.soft}>{t('withdraw.wasCut', { amount: amountText(cutAmount, currency) })}</p>
      )}
      {away.length > 0 && (
        <Alert tone="warning" title={t('withdraw.notHome')}>
          <Legs legs={away} currency={currency} nameOf={nameOf} />
        </Alert>
      )}
    </div>
  );
}
