import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isUnknownEnd, useOnline } from '../api';
import { failureText } from '../i18n';
import { classNames } from './class-names';
import styles from './toast.module.css';
import {
  dismissToast,
  showToast,
  subscribeToasts,
  TOAST_MS,
  TOAST_WAITED_MS,
  type ToastItem,
  toasts,
} from './toast-store';

/** Short messages over the screen, one at a time, four seconds each: green for what went well, red for what failed. */
export const toast = {
  success: (text: string) => showToast('success', text),
  error: (text: string) => showToast('error', text),
  info: (text: string) => showToast('info', text),
  /** A call with one effect failed and its screen is gone: only a refusal is red, what nobody knows yet is not. */
  failure: (error: unknown, options: { providers?: Record<string, string> } = {}) =>
    showToast(isUnknownEnd(error) ? 'info' : 'error', failureText(error, options)),
};

const ICON = { success: CircleCheck, error: CircleAlert, info: Info };

function ToastView({ item, isWaitedFor }: { item: ToastItem; isWaitedFor: boolean }) {
  const { t } = useTranslation('common');
  const [held, setHeld] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, []);
  useEffect(() => {
    if (held) return;
    const ms = isWaitedFor ? Math.max(0, shownAt.current + TOAST_WAITED_MS - Date.now()) : TOAST_MS;
    const timer = setTimeout(() => dismissToast(item.id), ms);
    return () => clearTimeout(timer);
  }, [held, isWaitedFor, item.id]);
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

/** So much of the screen's top, in pixels, a toast may take. */
const TOAST_ROOM = 200;

/** The heading of the dialog in front. */
const topHead = () => [...document.querySelectorAll('[data-dialog-head]')].at(-1);

/**
 * Where a toast stands without a dialog, or above a low one; `banner` is where the banner ends that there is no
 * connection, 0 without one.
 */
function pagePlace(hasDialog: boolean, banner: number): CSSProperties {
  if (banner === 0 || hasDialog) return { top: banner };
  // Below the banner the screen begins, with its tabs or its newest entry. Its scroll padding says what lies over its
  // end.
  const menu = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  return { top: 'auto', bottom: menu || 0 };
}

/**
 * Where a toast stands: at the screen's top, above a low dialog. In a dialog that reaches up there it would lie on its
 * heading, its tabs or the newest entry of its list, so it stands at the end, above its buttons and the keyboard. A
 * dialog that fills the screen holds a talk, whose newest entry is at the end: below its heading.
 */
function toastPlace(): CSSProperties {
  const head = topHead();
  const panel = head?.parentElement;
  const top = head?.getBoundingClientRect();
  const banner = Math.max(0, document.querySelector('[data-offline]')?.getBoundingClientRect().bottom ?? 0);
  if (!panel || !top || top.top >= banner + TOAST_ROOM) return pagePlace(panel != null, banner);
  if (panel.hasAttribute('data-dialog-fill')) return { top: top.bottom };
  const foot = panel.querySelector('[data-dialog-foot]')?.getBoundingClientRect();
  const view = window.visualViewport;
  const end = Math.min(
    foot?.top ?? panel.getBoundingClientRect().bottom,
    view ? view.offsetTop + view.height : Infinity,
  );
  return { top: 'auto', bottom: window.innerHeight - end };
}

function useToastPlace(items: readonly ToastItem[]): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ top: 0 });
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the banner comes and goes with the connection
  useLayoutEffect(() => {
    if (items.length === 0) return;
    const sizes = new ResizeObserver(() => setStyle(toastPlace())); // a sheet grows upwards as its content comes
    const place = () => {
      setStyle(toastPlace());
      sizes.disconnect();
      const panel = topHead()?.parentElement;
      if (panel) sizes.observe(panel);
    };
    place();
    const dialogs = new MutationObserver(place); // they come and go as children of the body
    dialogs.observe(document.body, { childList: true });
    document.addEventListener('animationend', place); // a dialog that opens rises to its place
    return () => {
      document.removeEventListener('animationend', place);
      dialogs.disconnect();
      sizes.disconnect();
    };
  }, [items, online]);
  return style;
}

/**
 * Where toasts appear; the shell has one. It lies in the body itself, where an open dialog leaves live regions
 * readable.
 */
export function Toaster() {
  const { t } = useTranslation('common');
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  const style = useToastPlace(items);
  const [item] = items;
  return createPortal(
    <section className={styles.region} style={style} aria-label={t('toast.region')} aria-live="polite" data-toasts="">
      {item && <ToastView key={item.id} item={item} isWaitedFor={items.length > 1} />}
    </section>,
    document.body,
  );
}
