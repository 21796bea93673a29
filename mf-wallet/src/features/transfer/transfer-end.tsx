import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Money } from '@krapao/kit/ui/money';
import { Spinner } from '@krapao/kit/ui/spinner';
import { Unfinished } from '@krapao/kit/ui/unfinished';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TransferResult } from '../../api/gen/model';
import { Reference } from '../../shared/reference';
import styles from './transfer.module.css';
import type { TransferState } from './use-transfer';

interface TransferEndProps {
  transfer: TransferResult;
  nameOf: (code: string) => string;
}

/** The money is in transit: neither success nor failure, and nothing the member must do. */
export function TransferPending({ transfer, nameOf }: TransferEndProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  return (
    <div className={styles.end} role="status">
      <span className={styles.waiting} aria-hidden="true">
        <Spinner />
      </span>
      <p className={styles.endTitle}>{t('wallet:transfer.pending')}</p>
      <Money value={transfer.amount} currency={transfer.currency} size="large" />
      <p className={styles.way}>{`${nameOf(transfer.from)} → ${nameOf(transfer.to)}`}</p>
      <p className={styles.soft}>{t('transfer.pendingText')}</p>
      <Reference reference={transfer.reference} copyLabel={t('transfer.copyReference')} />
    </div>
  );
}

/** The money has arrived. */
export function TransferDone({ transfer, message }: { transfer: TransferResult; message: string }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.end} role="status">
      <span className={styles.tick} aria-hidden="true">
        <Check />
      </span>
      <p className={styles.endTitle}>{t('alert.success')}</p>
      <Money value={transfer.amount} currency={transfer.currency} size="large" />
      <p className={styles.soft}>{message}</p>
    </div>
  );
}

interface TransferUnknownProps {
  state: Extract<TransferState, { kind: 'unknown' }>;
  currency: Currency | undefined;
  nameOf: (code: string) => string;
}

/** It was sent, and nobody knows whether the money moved. */
export function TransferUnknown({ state: { request, error }, currency, nameOf }: TransferUnknownProps) {
  const { from, to, amount } = request;
  return (
    <Unfinished error={error}>
      <p className={styles.way}>{`${nameOf(from)} → ${nameOf(to)}`}</p>
      <p>{amountText(amount, currency)}</p>
    </Unfinished>
  );
}
