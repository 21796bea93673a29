import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openLayer } from './back-stack';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';
import { useVisibleArea } from './use-visible-area';

/**
 * For so long a dialog that has opened ignores presses beside it, in milliseconds; the style sheet does so for those on
 * it.
 */
const JUST_OPENED_MS = 500;
/** So often a dialog that has closed looks whether it is still there, in milliseconds; longer than it takes to sink. */
const GONE_AFTER_MS = 300;

export interface DialogProps {
  open: boolean;
  /** The member wants to leave: close button, Esc, a tap beside it, or the back button. */
  onClose: () => void;
  /** While it is given the back button leads here, a step back within the dialog, and only then out of it. */
  onBack?: (() => void) | undefined;
  title: string;
  description?: ReactNode;
  /** An icon button beside the title, left of the one that closes. */
  action?: ReactNode;
  children: ReactNode;
  /** Buttons that stay in reach of the thumb, side by side: the main one last. */
  footer?: ReactNode;
  /** `alertdialog` for a question that must be answered: a tap beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** What was asked for is under way: nothing closes it until that is over. */
  busy?: boolean;
  /** Takes the whole height, also above a phone's keyboard. What it holds is laid out and scrolls by itself. */
  fill?: boolean;
}

/**
 * The library takes a closed dialog away when its animation ends, and begins to listen for that a frame later. After a
 * long task the animation may be over by then, and the dialog would lie over the page for good: it is taken away here.
 */
function useGoneWhenClosed(open: boolean, parts: RefObject<HTMLElement | null>[]): void {
  const closed = useRef(parts);
  useEffect(() => {
    if (open) return;
    const timer = setInterval(() => {
      const left = closed.current.filter((part) => part.current?.isConnected);
      for (const part of left) part.current?.dispatchEvent(new Event('animationcancel'));
      if (left.length === 0) clearInterval(timer);
    }, GONE_AFTER_MS);
    return () => clearInterval(timer);
  }, [open]);
}

/** What had the focus when a dialog opened, null where that was nothing or is gone. */
const backTo = (opener: Element | null) =>
  opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;

/** What the dialog holds; in reach of the keyboard when it scrolls, for there may be nothing in it to focus. */
function Body({ id, children }: { id: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // After every change of what it holds.
  useEffect(() => {
    const body = place.current;
    if (!body) return;
    const look = () => setScrolls(body.scrollHeight > body.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(body);
    for (const child of body.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return (
    <div className={styles.body} id={id} ref={place} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}

/**
 * A bottom sheet on a phone, a centred dialog on a desktop. Keeps the focus inside, gives it back, and closes with the
 * back button.
 */
export function Dialog({
  open,
  onClose,
  onBack,
  title,
  description,
  action,
  children,
  footer,
  role = 'dialog',
  busy = false,
  fill = false,
}: DialogProps) {
  const { t } = useTranslation('common');
  const content = useRef<HTMLDivElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  useGoneWhenClosed(open, [content, backdrop]);
  const bodyId = useId();
  const area = useVisibleArea(open && fill);
  // Going back takes the layer's history entry away; a busy dialog that stays asks for another.
  const [layer, setLayer] = useState(0);
  const goBack = useRef(onClose);
  useEffect(() => {
    goBack.current = busy ? () => setLayer((past) => past + 1) : onClose;
  }, [busy, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layer` is what asks for a new entry
  useEffect(() => (open ? openLayer(() => goBack.current()) : undefined), [open, layer]);
  const stepBack = useRef(onBack);
  useEffect(() => {
    stepBack.current = busy ? () => setLayer((past) => past + 1) : onBack;
  }, [busy, onBack]);
  const hasStep = open && onBack !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step lies above the dialog's own entry
  useEffect(() => (hasStep ? openLayer(() => stepBack.current?.()) : undefined), [hasStep, layer]);
  const openedAt = useRef(0);
  // The library looks a frame later what had the focus, and a key may have moved it on by then.
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!open) return;
    openedAt.current = Date.now();
    opener.current = document.activeElement;
  }, [open]);
  const leave = () => {
    if (!busy) onClose();
  };
  return (
    <Ark.Root
      open={open}
      onOpenChange={(change) => {
        if (!change.open) leave();
      }}
      role={role}
      closeOnInteractOutside={role === 'dialog' && !busy}
      closeOnEscape={!busy}
      onInteractOutside={(event) => {
        // The second tap of two that opened it was meant for what was there before.
        const hasJustOpened = Date.now() - openedAt.current < JUST_OPENED_MS;
        // A toast lies above the dialog and belongs to no place beside it.
        const isToast = event.target instanceof Element && event.target.closest('[data-toasts]');
        if (hasJustOpened || isToast) event.preventDefault();
      }}
      initialFocusEl={() => content.current}
      finalFocusEl={() => backTo(opener.current)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} ref={backdrop} />
        <Ark.Positioner className={classNames(styles.positioner, fill && styles.whole)} style={area}>
          <Ark.Content
            className={classNames(styles.panel, styles.sheet, fill && styles.filled)}
            ref={content}
            tabIndex={-1}
            data-dialog-fill={fill ? '' : undefined}
            // A question is read out whole when it appears.
            {...(role === 'alertdialog' && { 'aria-describedby': bodyId })}
          >
            <div className={styles.head} data-dialog-head="">
              <div className={styles.titles}>
                <Ark.Title className={styles.title}>{title}</Ark.Title>
                {description && <Ark.Description className={styles.description}>{description}</Ark.Description>}
              </div>
              {action}
              <IconButton
                label={t('action.close')}
                icon={<X aria-hidden="true" />}
                aria-disabled={busy || undefined}
                onClick={leave}
              />
            </div>
            {fill ? (
              <div className={styles.content} id={bodyId}>
                {children}
              </div>
            ) : (
              <Body id={bodyId}>{children}</Body>
            )}
            {footer && (
              <div className={styles.foot} data-dialog-foot="">
                {footer}
              </div>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
