import type { Near } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { cardClass } from '@krapao/kit/ui/card';
import { Countdown } from '@krapao/kit/ui/countdown';
import { Money } from '@krapao/kit/ui/money';
import { ChevronRight, QrCode } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingQr } from './use-waiting-qr';
import styles from './waiting-qr-card.module.css';

interface WaitingQrCardProps {
  currency: Currency;
  /** Shows the QR code. */
  onOpen: () => void;
  near: Near;
}

/** A QR code that waits to be paid: how much, for how long, and one tap to it. Nothing where there is none. */
export function WaitingQrCard({ currency, onOpen, near }: WaitingQrCardProps) {
  const { t } = useTranslation('mf-wallet');
  const { qr, end } = useWaitingQr();
  const id = useId();
  if (!qr) return null;
  return (
    <button
      type="button"
      className={`${cardClass({ pressable: true })} ${styles.card}`}
      aria-haspopup="dialog"
      // The time ticks: it is no part of the name.
      aria-labelledby={`${id}title ${id}amount`}
      aria-describedby={`${id}left`}
      onClick={onOpen}
      {...near}
    >
      <span className={styles.icon} aria-hidden="true">
        <QrCode />
      </span>
      <span className={styles.words}>
        <span className={styles.title} id={`${id}title`}>
          {t('home.qrWaits')}
        </span>
        <span className={styles.detail}>
          <span id={`${id}amount`}>
            <Money value={qr.amount} currency={currency} />
          </span>
          <span className={styles.left} id={`${id}left`}>
            {t('home.timeLeft')} <Countdown until={qr.expireIn} onEnd={end} plain />
          </span>
        </span>
      </span>
      <ChevronRight className={styles.arrow} aria-hidden="true" />
    </button>
  );
}
