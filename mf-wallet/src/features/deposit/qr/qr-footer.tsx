import { Button } from '@krapao/kit/ui/button';
import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CancelQr } from './cancel-qr';
import { QR_FORM } from './qr-form';
import type { QrState } from './qr-state';
import type { QrEntry } from './use-qr-entry';
import type { useQrOrders } from './use-qr-orders';

interface QrFooterProps {
  state: QrState;
  entry: QrEntry;
  orders: ReturnType<typeof useQrOrders>;
  /** The member says that the money is on its way. */
  onTransferred: () => void;
  onDone: () => void;
  onAgain: () => void;
}

/**
 * The QR tab's buttons, in reach of the thumb while the rest scrolls. Their keys keep them different buttons: one that
 * became a submit button under the thumb would submit the form with the very press that brought the form back.
 */
export function QrFooter({ state, entry, orders, onTransferred, onDone, onAgain }: QrFooterProps) {
  const { t } = useTranslation('mf-wallet');
  switch (state.kind) {
    case 'active':
      return (
        <>
          <CancelQr key={state.qr.qrcodeId} qr={state.qr} orders={orders} />
          <Button onClick={onTransferred}>{t('qr.transferred')}</Button>
        </>
      );
    case 'paid':
    case 'review':
      return (
        <Button key="done" onClick={onDone}>
          {t('qr.done')}
        </Button>
      );
    case 'expired':
    case 'ended':
      return (
        <Button key="again" onClick={onAgain}>
          {t('qr.again')}
        </Button>
      );
    default:
      return (
        <Button
          key="create"
          type="submit"
          form={QR_FORM}
          disabled={!entry.isValid || state.kind === 'loading'}
          loading={orders.creating}
          icon={<QrCode aria-hidden="true" />}
        >
          {t('qr.create')}
        </Button>
      );
  }
}
