import { Check, CircleAlert, RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatDelivery } from '../../../api/gen/model';
import styles from './message.module.css';

interface DeliveryProps {
  deliver: ChatDelivery | undefined;
  /** There is no connection: what is being sent waits for it. */
  isAway: boolean;
  onResend: () => void;
  onRemove: () => void;
}

/**
 * How far one of our messages is; one that was not sent can be sent again or taken away, one that waits can be taken
 * away.
 */
export function Delivery({ deliver, isAway, onResend, onRemove }: DeliveryProps) {
  const { t } = useTranslation(['mf-chat', 'chat']);
  const remove = (
    <button type="button" className={styles.act} onClick={onRemove}>
      <Trash2 aria-hidden="true" />
      {t('chat:remove')}
    </button>
  );
  switch (deliver?.status) {
    case undefined:
    case 'succeed':
      return <Check className={styles.check} role="img" aria-label={t('delivery.sent')} />;
    case 'uploading_file':
      return <span>{t('delivery.uploading', { percent: deliver.progress ?? 0 })}</span>;
    case 'sending':
      if (!isAway) return <span>{t('delivery.sending')}</span>;
      return (
        <span className={styles.waits}>
          {t('delivery.waiting')}
          {remove}
        </span>
      );
    default:
      return (
        <span className={styles.failed}>
          <CircleAlert aria-hidden="true" />
          {t('delivery.failed')}
          <button type="button" className={styles.act} onClick={onResend}>
            <RotateCw aria-hidden="true" />
            {t('chat:resend')}
          </button>
          {remove}
        </span>
      );
  }
}
