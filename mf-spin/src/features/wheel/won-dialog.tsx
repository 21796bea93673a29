import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { ShieldCheck, Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SpinResult } from '../../api/gen/model';
import styles from './won-dialog.module.css';

interface WonDialogProps {
  won: SpinResult | null;
  open: boolean;
  onClose: () => void;
}

/** What the member has won: a coupon, which now stands in the table. */
export function WonDialog({ won, open, onClose }: WonDialogProps) {
  const { t } = useTranslation(['mf-spin', 'common', 'spin']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('spin:won')}
      footer={<Button onClick={onClose}>{t('common:action.confirm')}</Button>}
    >
      {won && (
        <div className={styles.won}>
          <div className={styles.coupon}>
            <span className={styles.stub} aria-hidden="true">
              <Ticket />
            </span>
            <span className={styles.prize}>{won.label}</span>
            <span className={styles.gleam} />
          </div>
          <p className={styles.text}>{t('prize.inCoupons')}</p>
          <Link className={styles.check} to={`/user/spin/check?coupon=${won.couponId}`}>
            <ShieldCheck aria-hidden="true" />
            {t('check.this')}
          </Link>
        </div>
      )}
    </Dialog>
  );
}
