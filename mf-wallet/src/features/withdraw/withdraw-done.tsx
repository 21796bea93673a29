import { formatAccountNumber } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { Money } from '@krapao/kit/ui/money';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawAllReport } from '../../api/gen/model';
import { amountText } from '../../text/amount-text';
import { Legs } from '../../text/legs';
import { usePartyName } from '../../text/party-name';
import styles from './withdraw.module.css';

interface WithdrawDoneProps {
  report: WithdrawAllReport;
  nameOf: (code: string) => string;
}

/** The withdrawal is accepted and waits for the transfer; what did not come home from the games is told. */
export function WithdrawDone({ report: { withdrawal, legs }, nameOf }: WithdrawDoneProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const { amount, cutAmount, currency, bankCode, bankAccountNo } = withdrawal;
  const partyName = usePartyName();
  const away = legs.filter(({ status }) => status !== 'SETTLED');
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick} aria-hidden="true">
        <Check />
      </span>
      <p className={styles.doneTitle}>{t('wallet:withdraw.waiting')}</p>
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
