import { Alert } from '@krapao/kit/ui/alert';
import { Unfinished } from '@krapao/kit/ui/unfinished';
import { useTranslation } from 'react-i18next';
import type { KeyedCall } from './use-keyed-call';

interface CallNotesProps {
  call: Pick<KeyedCall<never>, 'unknown' | 'error'>;
  /** What was asked for. */
  what: string;
  /** Over the refusal; 'error' unless given (specification 8). */
  title?: string;
}

/** What became of a dialog's call: refused, or nobody knows. Nothing while neither is so. */
export function CallNotes({ call, what, title }: CallNotesProps) {
  const { t } = useTranslation('common');
  if (call.unknown) return <Unfinished error={call.error}>{what}</Unfinished>;
  if (call.error === null) return null;
  return (
    <Alert tone="danger" title={title ?? t('alert.error')}>
      {call.error}
    </Alert>
  );
}
