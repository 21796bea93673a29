import { errorCode, isUnanswered } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { toast } from '@krapao/kit/ui/toast';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useResetPassword } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { NewPasswordFields } from '../../shared/new-password-fields';
import { type NewPassword, newPasswordProblems } from '../../shared/password';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useFailure } from '../../shared/use-failure';
import type { Reset } from './use-reset';

/** What a member can do about a failure that another try does not mend. */
const WAY_OUT: Record<string, { to: string; label: string }> = {
  NO_USER: { to: '/register', label: 'login.register' },
  INACTIVE_USER: { to: '/contact', label: 'nav.contact' },
};

function usePasswordStep(reset: Reset) {
  const [entry, setEntry] = useState<NewPassword>({ password: '', confirm: '' });
  const [problems, setProblems] = useState<ReturnType<typeof newPasswordProblems>>({});
  const { failure, waiting, ...failures } = useFailure();
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
    if (code === 'INVALID_USER_INFO') setProblems({ password: 'password.refused' });
    else failures.show(error);
  };
  const submit = () => {
    const found = newPasswordProblems(entry);
    setProblems(found);
    if (Object.keys(found).length > 0 || call.isPending || waiting) return;
    failures.release();
    call.mutate(
      { data: { phoneNumber: reset.phone.phone, newPassword: entry.password } },
      { onSuccess: reset.finish, onError: refused },
    );
  };
  const edit = (field: keyof NewPassword) => (value: string) => {
    setEntry((old) => ({ ...old, [field]: value }));
    setProblems((old) => ({ ...old, [field]: undefined }));
    failures.clear();
  };
  return { entry, edit, problems, failure, waiting, retry: failures.release, pending: call.isPending, submit };
}

/** Step 3: the new password, and what it brings with it. */
export function PasswordStep({ wizard, heading }: StepProps<Reset>) {
  const { t } = useTranslation('shell');
  const step = usePasswordStep(wizard);
  const way = step.failure && WAY_OUT[errorCode(step.failure.error)];
  return (
    <StepFrame
      heading={heading}
      title={t('reset.password.title')}
      lead={t('reset.password.lead')}
      pending={step.pending}
      onSubmit={step.submit}
    >
      <NewPasswordFields
        username={wizard.phone.phone}
        entry={step.entry}
        onChange={step.edit}
        problems={step.problems}
      />
      <Alert>{t('reset.password.hold')}</Alert>
      {step.failure && <FailureAlert failure={step.failure} onReady={step.retry} />}
      {way && (
        <Link to={way.to} className={buttonClass({ variant: 'secondary', block: true })}>
          {t(way.label)}
        </Link>
      )}
      <Button type="submit" block disabled={step.waiting}>
        {t('reset.password.submit')}
      </Button>
    </StepFrame>
  );
}
