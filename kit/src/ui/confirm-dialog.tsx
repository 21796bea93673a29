import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  open: boolean;
  /** The member does not want to: cancel, close, Esc or the back button. */
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and what cannot be taken back. */
  children: ReactNode;
  /** What the button does: 'End bonus'. 'Confirm' unless given. */
  confirmLabel?: string;
  /** 'Cancel' unless given. */
  cancelLabel?: string;
  /** `danger` for what takes something away. */
  tone?: 'plain' | 'danger';
  /** What was confirmed is under way: it cannot be confirmed twice, and nothing closes the dialog. */
  loading?: boolean;
}

/** A question that must be answered before something with consequences is done. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  loading = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      busy={loading}
      footer={
        <>
          <Button variant="secondary" disabled={loading} onClick={onClose}>
            {cancelLabel ?? t('action.cancel')}
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
            {confirmLabel ?? t('action.confirm')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
