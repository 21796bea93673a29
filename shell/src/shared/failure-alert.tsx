import { errorCode } from '@krapao/kit/api';
import type { Failure } from '@krapao/kit/forms';
import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Countdown } from '@krapao/kit/ui/countdown';
import { Trans, useTranslation } from 'react-i18next';
import { useSite } from './use-site';

interface FailureAlertProps {
  failure: Failure;
  title?: string;
  /** The wait that a rate limit imposes is over. */
  onReady: () => void;
}

/**
 * The catalogue's words for a wrong phone number speak of ten digits: where a number may have fewer, it is called
 * wrong.
 */
function useFailureText(error: Failure['error']): string {
  const { t } = useTranslation('shell');
  const rule = useSite().data?.phoneRule;
  const anyLength = rule?.length === null && errorCode(error) === 'PHONE_NUMBER_REQUIRE_10_DIGIT';
  return anyLength ? t('register.phone.invalid') : errorText(error);
}

/** A form's failure in words, with the seconds to wait when the server said how many. */
export function FailureAlert({ failure, title, onReady }: FailureAlertProps) {
  const text = useFailureText(failure.error);
  return (
    <Alert tone="danger" title={title}>
      <span>{text}</span>
      {failure.until !== null && (
        <p>
          <Trans ns="shell" i18nKey="wait" components={{ time: <Countdown until={failure.until} onEnd={onReady} /> }} />
        </p>
      )}
    </Alert>
  );
}
