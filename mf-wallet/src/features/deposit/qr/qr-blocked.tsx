import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../deposit.module.css';
import type { Blocked, useQrOrders } from './use-qr-orders';

interface QrBlockedProps {
  orders: ReturnType<typeof useQrOrders>;
  blocked: Blocked;
  currency: Currency;
}

/** Another QR code is alive, made elsewhere: show it, or cancel it and make the new one. */
export function QrBlocked({ orders, blocked: { by }, currency }: QrBlockedProps) {
  const { t } = useTranslation('mf-wallet');
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const title =
    by.amount === undefined
      ? t('qr.activeTitlePlain')
      : t('qr.activeTitle', { amount: amountText(by.amount, currency) });
  return (
    <div ref={place}>
      <Alert tone="warning" title={title} live>
        <p>{t('qr.activeText')}</p>
        <div className={styles.choices}>
          <Button variant="secondary" size="small" onClick={orders.showActive}>
            {t('qr.activeShow')}
          </Button>
          {by.qrcodeId !== undefined && (
            <Button variant="danger" size="small" loading={orders.creating} onClick={orders.replaceActive}>
              {t('qr.activeReplace')}
            </Button>
          )}
        </div>
      </Alert>
    </div>
  );
}
