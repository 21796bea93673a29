import { Button } from '@krapao/kit/ui/button';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownQr } from './qr-state';
import type { useQrOrders } from './use-qr-orders';

interface CancelQrProps {
  qr: ShownQr;
  orders: ReturnType<typeof useQrOrders>;
}

/** Cancels a QR code, after a question: whoever has paid it already must not. */
export function CancelQr({ qr, orders }: CancelQrProps) {
  const { t } = useTranslation('mf-wallet');
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    orders.cancel(qr);
  };
  return (
    <>
      <Button variant="secondary" loading={orders.cancelling} onClick={() => setAsking(true)}>
        {t('qr.cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('qr.cancelTitle')}
        confirmLabel={t('qr.cancel')}
        cancelLabel={t('qr.keep')}
        tone="danger"
      >
        {t('qr.cancelText')}
      </ConfirmDialog>
    </>
  );
}
