import type { Currency } from '@krapao/kit/format';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Money } from '@krapao/kit/ui/money';
import { Check, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GiftLinkReceipt } from '../../../api/gen/model';
import styles from '../deposit.module.css';

/** The link was taken: the money is in the wallet, or the operator looks into it. */
export function GiftDone({ receipt: { status, amount }, currency }: { receipt: GiftLinkReceipt; currency: Currency }) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  if (status !== 'SUCCESS') {
    return (
      <div role="status">
        <EmptyState icon={<Hourglass />} title={t('giftLink.review')} text={t('giftLink.reviewText')} />
      </div>
    );
  }
  return (
    <div className={styles.paid} role="status">
      <span className={styles.tick} aria-hidden="true">
        <Check />
      </span>
      <p className={styles.paidTitle}>{t('qr.paid')}</p>
      {amount !== undefined && (
        <p className={styles.paidAmount}>
          + <Money value={amount} currency={currency} size="large" />
        </p>
      )}
      <p className={styles.hint}>{t('wallet:giftLink.sent')}</p>
    </div>
  );
}
