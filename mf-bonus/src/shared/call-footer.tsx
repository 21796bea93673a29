import { Button } from '@krapao/kit/ui/button';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KeyedCall } from './use-keyed-call';

interface CallFooterProps {
  call: Pick<KeyedCall<never>, 'sending' | 'unknown' | 'resume' | 'startAnew'>;
  /** What the main button does. */
  label: string;
  onSend: () => void;
  /** What the other button does. */
  onCancel: () => void;
  /** 'Cancel' unless given. */
  cancelLabel?: string;
  /** `danger` for what takes something away. */
  tone?: 'primary' | 'danger';
  disabled?: boolean;
}

/**
 * The buttons of a dialog with one call: cancel and send, or, while nobody knows how it ended, start anew and try
 * again.
 */
export function CallFooter({
  call,
  label,
  onSend,
  onCancel,
  cancelLabel,
  tone = 'primary',
  disabled = false,
}: CallFooterProps) {
  const { t } = useTranslation('common');
  if (call.unknown) {
    return (
      <>
        <Button key="anew" variant="secondary" disabled={call.sending} onClick={call.startAnew}>
          {t('unfinished.anew')}
        </Button>
        <Button key="again" loading={call.sending} icon={<RotateCw aria-hidden="true" />} onClick={call.resume}>
          {t('action.retry')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button key="cancel" variant="secondary" disabled={call.sending} onClick={onCancel}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      <Button key="send" variant={tone} loading={call.sending} disabled={disabled} onClick={onSend}>
        {label}
      </Button>
    </>
  );
}
