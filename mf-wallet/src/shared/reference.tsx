import { CopyButton } from '@krapao/kit/ui/copy-button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './reference.module.css';

/** As many characters as people compare; what comes before them is mostly the time. */
const SHOWN = 8;

interface ReferenceProps {
  reference: string;
  /** What the button copies, for those who do not see it. */
  copyLabel: string;
  /** A button beside the one that copies. */
  action?: ReactNode;
}

/** A reference for the operator: its end to be compared, the whole to be copied. */
export function Reference({ reference, copyLabel, action }: ReferenceProps) {
  const { t } = useTranslation('mf-wallet');
  const end = reference.slice(-SHOWN);
  return (
    <p className={styles.reference}>
      <span className={styles.words}>
        {t('reference.label')}{' '}
        <span className={styles.end}>{end === reference ? end : t('reference.ending', { end })}</span>
      </span>
      <CopyButton text={reference} label={copyLabel} />
      {action}
    </p>
  );
}
