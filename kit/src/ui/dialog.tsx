import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openLayer } from './back-stack';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';

export interface DialogProps {
  open: boolean;
  /** The member wants to leave: close button, Esc, a tap beside it, or the back button. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons that stay in reach of the thumb, side by side: the main one last. */
  footer?: ReactNode;
  /** `alertdialog` for a question that must be answered: a tap beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
}

/** A bottom sheet on a phone, a centred dialog on a desktop. Keeps the focus inside, gives it back, and closes with the back button. */
export function Dialog({ open, onClose, title, description, children, footer, role = 'dialog' }: DialogProps) {
  const { t } = useTranslation('common');
  const content = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => (open ? openLayer(() => close.current()) : undefined), [open]);
  return (
    <Ark.Root
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={role}
      closeOnInteractOutside={role === 'dialog'}
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
          <Ark.Content className={styles.sheet} ref={content} tabIndex={-1}>
            <div className={styles.head}>
              <div className={styles.titles}>
                <Ark.Title className={styles.title}>{title}</Ark.Title>
                {description && <Ark.Description className={styles.description}>{description}</Ark.Description>}
              </div>
              <IconButton label={t('action.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
            </div>
            <div className={styles.body}>{children}</div>
            {footer && <div className={styles.foot}>{footer}</div>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
