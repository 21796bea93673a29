import type { Currency } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { Card } from '@krapao/kit/ui/card';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Money } from '@krapao/kit/ui/money';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RefundCheck } from '../../api/gen/model';
import { CallNotes } from '../../shared/call-notes';
import styles from './refund.module.css';
import type { useRefund } from './use-refund';

interface RefundTodayProps {
  check: RefundCheck;
  refund: ReturnType<typeof useRefund>;
  currency: Currency | undefined;
}

/** What can be received of yesterday's loss, and what stands in the way. */
export function RefundToday({ check, refund, currency }: RefundTodayProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const { reserve } = refund;
  return (
    <div className={styles.body}>
      {!check.isReserved && <CallNotes call={reserve} what={t('reward:refund.receive')} />}
      {check.result ? (
        <Card tone="sunken" className={styles.amount}>
          <p className={styles.soft}>{t('reward:refund.amount')}</p>
          <Money value={check.refundAmount} currency={currency} size="large" />
          {check.isReserved && <p className={styles.soft}>{t('refund.reserved')}</p>}
        </Card>
      ) : (
        <EmptyState icon={<HandCoins />} title={t('reward:refund.notFound')} text={t('refund.noneText')} />
      )}
      {check.bonus && (
        <Alert tone="warning">
          <p>{t('reward:rule.noRefund')}</p>
          <p>
            <Link to="/user/bonus">{t('refund.toBonus')}</Link>
          </p>
        </Alert>
      )}
      {check.info !== '' && <SafeHtml html={check.info} />}
    </div>
  );
}
