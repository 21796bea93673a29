import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Countdown } from '@krapao/kit/ui/countdown';
import { Trans } from 'react-i18next';
import type { Failure } from './use-failure';

interface FailureAlertProps {
  failure: Failure;
  title?: string;
  /** The wait that a rate limit imposes is over. */
  onReady: () => void;
}

/** A form's failure in words, with the seconds to wait when the server said how many. */
export function FailureAlert({ failure, title, onReady }: FailureAlertProps) {
  return (
    <Alert tone="danger" title={title}>
      <span>{errorText(failure.error)}</span>
      {failure.until !== null && (
        <p>
          <Trans ns="shell" i18nKey="wait" components={{ time: <Countdown until={failure.until} onEnd={onReady} /> }} />
        </p>
      )}
    </Alert>
  );
}
