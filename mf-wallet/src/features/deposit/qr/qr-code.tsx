import { useOnline } from '@krapao/kit/api';
import type { Currency } from '@krapao/kit/format';
import { formatDateTime } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Countdown } from '@krapao/kit/ui/countdown';
import { Money } from '@krapao/kit/ui/money';
import { QrImage } from '@krapao/kit/ui/qr-image';
import { Spinner } from '@krapao/kit/ui/spinner';
import { toast } from '@krapao/kit/ui/toast';
import { Download, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../deposit.module.css';
import type { ShownQr } from './qr-state';
import { cannotDownload, saveQr } from './save-qr';

interface QrCodeViewProps {
  qr: ShownQr;
  /** Who takes the payment. */
  gateway: string;
  currency: Currency;
  /** The latest question about it went unanswered. */
  unreachable: boolean;
  onEnd: () => void;
}

/** A QR code that waits to be paid: the amount, the code, the time left, and what to mind. */
export function QrCodeView({ qr, gateway, currency, unreachable, onEnd }: QrCodeViewProps) {
  const { t } = useTranslation('mf-wallet');
  const picture = useRef<HTMLDivElement>(null);
  const online = useOnline();
  // The form may have been scrolled: the whole code comes into sight, and what belongs to it.
  useEffect(() => {
    const code = picture.current;
    for (const part of [code?.parentElement?.firstElementChild, code]) part?.scrollIntoView({ block: 'nearest' });
  }, []);
  const watching = unreachable ? t('qr.unreachable') : t('qr.waiting');
  const save = async () => {
    const done = await saveQr(picture.current?.querySelector('img') ?? null, `deposit-${qr.amount}.png`, {
      amount: amountText(qr.amount, currency),
      validUntil: t('qr.validUntil', { time: formatDateTime(qr.expireIn) }),
    });
    if (!done) toast.error(t('qr.saveFailed'));
  };
  return (
    <div className={styles.code}>
      <p className={styles.gateway}>{gateway}</p>
      <div className={styles.bill}>
        <p className={styles.pay}>
          <span className={styles.soft}>{t('qr.pay')}</span>
          <Money value={qr.amount} currency={currency} size="large" />
        </p>
        <p className={styles.left}>
          <span className={styles.soft}>{t('qr.timeLeft')}</span>
          <Countdown until={qr.expireIn} onEnd={onEnd} />
        </p>
      </div>
      <p className={styles.status} role="status">
        {online ? <Spinner /> : <WifiOff size="1.25em" aria-hidden="true" />}
        {online ? watching : t('qr.offline')}
      </p>
      <div className={styles.picture} ref={picture}>
        <QrImage markup={qr.qrcode} alt={`${gateway}, ${amountText(qr.amount, currency)}`} />
      </div>
      {cannotDownload() ? (
        <p className={styles.hint}>{t('qr.longPress')}</p>
      ) : (
        <Button variant="secondary" size="small" icon={<Download aria-hidden="true" />} onClick={() => void save()}>
          {t('qr.save')}
        </Button>
      )}
      <ul className={styles.rules}>
        <li>{t('qr.how')}</li>
        <li>{t('qr.ruleExact')}</li>
        <li>{t('qr.ruleOnce')}</li>
        <li>{t('qr.ruleNoWallet')}</li>
      </ul>
    </div>
  );
}
