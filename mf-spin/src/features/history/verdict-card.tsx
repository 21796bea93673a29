import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './check.module.css';
import type { Verdict } from './proof';

/** What the check says, in one sentence. */
export function VerdictCard({ verdict: { isBound, isDrawn } }: { verdict: Verdict }) {
  const { t } = useTranslation('mf-spin');
  const isRight = isBound && isDrawn;
  return (
    <div className={styles.verdict} data-right={isRight} role="status">
      <span className={styles.shield} aria-hidden="true">
        {isRight ? <ShieldCheck /> : <ShieldAlert />}
      </span>
      <div>
        <p className={styles.result}>{isRight ? t('check.right') : t('check.wrong')}</p>
        <p className={styles.text}>{isRight ? t('check.rightText') : t('check.wrongText')}</p>
        {!isRight && <Link to="/user/contact">{t('coupon.contact')}</Link>}
      </div>
    </div>
  );
}
