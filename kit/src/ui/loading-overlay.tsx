import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import styles from './loading-overlay.module.css';
import { Spinner } from './spinner';
import { VisuallyHidden } from './visually-hidden';

/** How long a call may take before the loader shows, in milliseconds (specification 9). */
export const LOADER_DELAY_MS = 200;

/** Covers the screen while `active`, but only after 200 ms: quick answers show no loader. */
export function LoadingOverlay({ active, label }: { active: boolean; label?: string }) {
  const { t } = useTranslation('common');
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), LOADER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  if (!active || !late) return null;
  return createPortal(
    <div className={styles.overlay} role="status" aria-live="polite">
      <div className={styles.box}>
        <Spinner />
        <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
      </div>
    </div>,
    document.body,
  );
}
