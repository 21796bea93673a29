import type { Currency } from '@krapao/kit/format';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Money } from '@krapao/kit/ui/money';
import { Check, CircleSlash, SearchCheck, TimerOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../deposit.module.css';
import type { ShownQr } from './qr-state';

/** How long the success is shown before the dialog closes by itself, in milliseconds; as long as its toast. */
const CLOSE_MS = 4000;

/** The money has arrived. */
export function QrPaid({ qr, currency, onDone }: { qr: ShownQr; currency: Currency; onDone: () => void }) {
  const { t } = useTranslation('mf-wallet');
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => {
    const timer = setTimeout(() => done.current(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.paid} role="status">
      <span className={styles.tick} aria-hidden="true">
        <Check />
      </span>
      <p className={styles.paidTitle}>{t('qr.paid')}</p>
      <p className={styles.paidAmount}>
        + <Money value={qr.amount} currency={currency} size="large" />
      </p>
      <p className={styles.hint}>{t('qr.paidText')}</p>
    </div>
  );
}

const icons = { expired: <TimerOff />, ended: <CircleSlash />, review: <SearchCheck /> };

/** The QR code is over and its money is not in the wallet: why. The way on stands in the dialog's footer. */
export function QrOver({ kind }: { kind: keyof typeof icons }) {
  const { t } = useTranslation('mf-wallet');
  return (
    <div role="status">
      <EmptyState icon={icons[kind]} title={t(`qr.${kind}`)} text={t(`qr.${kind}Text`)} />
    </div>
  );
}
