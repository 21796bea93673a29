import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openLayer } from './back-stack';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';

export interface DialogProps {
  open: boolean;
  /** The member wants to leave: close button, Esc, a tap beside it, or the back button. */
  onClose: () => void;
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
}

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

/** A bottom sheet on a phone, a centred dialog on a desktop. Keeps the focus inside, gives it back, and closes with the back button. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  action,
  children,
  footer,
  role = 'dialog',
  busy = false,
}: DialogProps) {
  const { t } = useTranslation('common');
  const content = useRef<HTMLDivElement>(null);
  const bodyId = useId();
  // Going back takes the layer's history entry away; a busy dialog that stays asks for another.
  const [layer, setLayer] = useState(0);
  const goBack = useRef(onClose);
  useEffect(() => {
    goBack.current = busy ? () => setLayer((past) => past + 1) : onClose;
  }, [busy, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layer` is what asks for a new entry
  useEffect(() => (open ? openLayer(() => goBack.current()) : undefined), [open, layer]);
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
        // A toast lies above the dialog and belongs to no place beside it.
        if (event.target instanceof Element && event.target.closest('[data-toasts]')) event.preventDefault();
      }}
      initialFocusEl={() => content.current}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner className={styles.positioner}>
          <Ark.Content
            className={classNames(styles.panel, styles.sheet)}
            ref={content}
            tabIndex={-1}
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
            <Body id={bodyId}>{children}</Body>
            {footer && <div className={styles.foot}>{footer}</div>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
