import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import styles from './toast.module.css';
import { dismissToast, showToast, subscribeToasts, TOAST_MS, type ToastItem, toasts } from './toast-store';

/** Short messages over the screen, four seconds each: green for what went well, red for what failed. */
export const toast = {
  success: (text: string) => showToast('success', text),
  error: (text: string) => showToast('error', text),
  info: (text: string) => showToast('info', text),
};

const ICON = { success: CircleCheck, error: CircleAlert, info: Info };

function ToastView({ item }: { item: ToastItem }) {
  const { t } = useTranslation('common');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(item.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, item.id]);
  const Icon = ICON[item.kind];
  return (
    <button
      type="button"
      className={classNames(styles.toast, styles[item.kind])}
      title={t('toast.dismiss')}
      onClick={() => dismissToast(item.id)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden="true" />
      <span className={styles.text}>{item.text}</span>
    </button>
  );
}

/** Where toasts appear; the shell has one. It lies in the body itself, where an open dialog leaves live regions readable. */
export function Toaster() {
  const { t } = useTranslation('common');
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  return createPortal(
    <section className={styles.region} aria-label={t('toast.region')} aria-live="polite" data-toasts="">
      {items.map((item) => (
        <ToastView key={item.id} item={item} />
      ))}
    </section>,
    document.body,
  );
}
