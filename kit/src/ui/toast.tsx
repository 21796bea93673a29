import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
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

/** So much of the screen's top, in pixels, toasts may take. */
const TOAST_ROOM = 200;

/** The heading of the dialog in front. */
const topHead = () => [...document.querySelectorAll('[data-dialog-head]')].at(-1);

/** Where toasts begin, in pixels: at the top, or below the heading of a dialog that reaches up there. */
function toastTop(): number {
  const head = topHead()?.getBoundingClientRect();
  return head && head.top < TOAST_ROOM ? head.bottom : 0;
}

function useToastTop(items: readonly ToastItem[]): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (items.length === 0) return;
    const sizes = new ResizeObserver(() => setTop(toastTop())); // a sheet grows upwards as its content comes
    const place = () => {
      setTop(toastTop());
      sizes.disconnect();
      const panel = topHead()?.parentElement;
      if (panel) sizes.observe(panel);
    };
    place();
    const dialogs = new MutationObserver(place); // they come and go as children of the body
    dialogs.observe(document.body, { childList: true });
    return () => {
      dialogs.disconnect();
      sizes.disconnect();
    };
  }, [items]);
  return top;
}

/** Where toasts appear; the shell has one. It lies in the body itself, where an open dialog leaves live regions readable. */
export function Toaster() {
  const { t } = useTranslation('common');
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  const top = useToastTop(items);
  return createPortal(
    <section className={styles.region} style={{ top }} aria-label={t('toast.region')} aria-live="polite" data-toasts="">
      {items.map((item) => (
        <ToastView key={item.id} item={item} />
      ))}
    </section>,
    document.body,
  );
}
