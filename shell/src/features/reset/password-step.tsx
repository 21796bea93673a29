import { errorCode, isUnanswered } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { errorText, type TextKey } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { toast } from '@krapao/kit/ui/toast';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { useResetPassword } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { NewPasswordFields } from '../../shared/new-password-fields';
import { isTypedTwice, NEW_PASSWORD_PROBLEMS, newPasswordShape } from '../../shared/password';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useProblemText } from '../../shared/use-problem-text';
import type { Reset } from './use-reset';

/** What a member can do about a failure that another try does not mend. */
const WAY_OUT: Record<string, { to: string; label: TextKey<'shell'> }> = {
  NO_USER: { to: '/register', label: 'login.register' },
  INACTIVE_USER: { to: '/contact', label: 'nav.contact' },
};

const schema = z.object(newPasswordShape).check(isTypedTwice);

function usePasswordStep(reset: Reset) {
  /** An earlier try got no answer: it may have taken effect, and the confirmation is used up because of it. */
  const unanswered = useRef(false);
  const call = useResetPassword();

  const refused = (error: unknown) => {
    const code = errorCode(error);
    if (code === 'UNVERIFIED_OTP') {
      if (unanswered.current) return reset.finish();
      toast.error(errorText(error));
      return reset.startOver();
    }
    unanswered.current ||= isUnanswered(error);
    if (code === 'INVALID_USER_INFO') form.refuse('password', 'password.refused');
    else form.fail(error);
  };
  const form = useEntryForm({
    schema,
    defaultValues: { password: '', confirm: '' },
    problems: NEW_PASSWORD_PROBLEMS,
    say: useProblemText(),
    pending: call.isPending,
    onSubmit: ({ password }) =>
      call.mutate(
        { data: { phoneNumber: reset.phone.phone, newPassword: password } },
        { onSuccess: reset.finish, onError: refused },
      ),
  });
  return { form, pending: call.isPending };
}

/** Step 3: the new password, and what it brings with it. */
export function PasswordStep({ wizard, heading }: StepProps<Reset>) {
  const { t } = useTranslation('shell');
  const { form, pending } = usePasswordStep(wizard);
  const way = form.failure && WAY_OUT[errorCode(form.failure.error)];
  return (
    <StepFrame
      heading={heading}
      title={t('reset.password.title')}
      lead={t('reset.password.lead')}
      pending={pending}
      form={form}
    >
      <NewPasswordFields username={wizard.phone.phone} field={form.field} />
      <Alert>{t('reset.password.hold')}</Alert>
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
      {way && (
        <Link to={way.to} className={buttonClass({ variant: 'secondary', block: true })}>
          {t(way.label)}
        </Link>
      )}
      <Button type="submit" block disabled={form.waiting}>
        {t('reset.password.submit')}
      </Button>
    </StepFrame>
  );
}
