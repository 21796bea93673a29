import { errorCode } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateAccountBodyInviteCodeMax, validateAccountBodyNameMax } from '../../api/gen/forms';
import { useValidateAccount } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { NewPasswordFields } from '../../shared/new-password-fields';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useFailure } from '../../shared/use-failure';
import { type ProfileEntry, profileProblems } from './entry';
import { SourceField } from './source-field';
import type { Wizard } from './use-wizard';

/** One code for a password that is easily guessed, an invite code that is none, and a name that cannot be taken. */
const REFUSED = 'INVALID_USER_INFO';

function useProfileStep(wizard: Wizard) {
  const [problems, setProblems] = useState<ReturnType<typeof profileProblems>>({});
  const { failure, waiting, ...failures } = useFailure();
  const validate = useValidateAccount();

  const refused = (error: unknown) => {
    toast.error(errorText(error));
    if (errorCode(error) === 'UNVERIFIED_OTP') {
      wizard.setPhone({ ...wizard.phone, otp: null, confirmed: false });
      wizard.go('phone');
    }
    if (errorCode(error) === REFUSED) wizard.releaseInvite();
    failures.show(error);
  };
  const submit = () => {
    const found = profileProblems(wizard.profile);
    setProblems(found);
    if (Object.keys(found).length > 0 || validate.isPending || waiting) return;
    failures.release();
    validate.mutate(
      { data: accountOf(wizard) },
      {
        onSuccess: () => {
          wizard.validate(true);
          wizard.go('bank');
        },
        onError: refused,
      },
    );
  };
  const edit = (field: keyof ProfileEntry) => (value: string) => {
    wizard.setProfile({ [field]: value });
    wizard.validate(false);
    setProblems((old) => ({ ...old, [field]: undefined }));
    failures.clear();
  };
  return { problems, failure, waiting, retry: failures.release, pending: validate.isPending, submit, edit };
}

/** The part of the registration that both the check and the registration itself send. Empty choices are left out. */
export function accountOf({ profile, phone }: Pick<Wizard, 'profile' | 'phone'>) {
  return {
    name: profile.name.trim(),
    username: phone.phone,
    password: profile.password,
    sourceCode: profile.sourceCode || undefined,
    inviteCode: profile.inviteCode.trim() || undefined,
  };
}

/** Step 3: name, password, how the visitor found us, and who invited them. */
export function ProfileStep({ wizard, heading }: StepProps<Wizard>) {
  const { t } = useTranslation('shell');
  const { problems, edit, ...step } = useProfileStep(wizard);
  const entry = wizard.profile;
  const say = (key: string | undefined) => key && t(key);
  return (
    <StepFrame
      heading={heading}
      title={t('register.profile.title')}
      lead={t('register.profile.lead')}
      pending={step.pending}
      onSubmit={step.submit}
    >
      <Field
        label={t('register.profile.name')}
        name="name"
        autoComplete="nickname"
        maxLength={validateAccountBodyNameMax}
        value={entry.name}
        onValueChange={edit('name')}
        error={say(problems.name)}
        required
      />
      <NewPasswordFields username={wizard.phone.phone} entry={entry} onChange={edit} problems={problems} />
      <SourceField value={entry.sourceCode} onChange={edit('sourceCode')} />
      <Field
        label={t('register.profile.invite')}
        labelEnd={wizard.inviteKept ? undefined : t('register.profile.optional')}
        hint={wizard.inviteKept ? t('register.profile.inviteKept') : undefined}
        leading={wizard.inviteKept && <Link2 aria-hidden="true" />}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={validateAccountBodyInviteCodeMax}
        value={entry.inviteCode}
        onValueChange={edit('inviteCode')}
        readOnly={wizard.inviteKept}
      />
      {step.failure && errorCode(step.failure.error) === REFUSED && (
        <Alert tone="danger">{t('register.profile.refused')}</Alert>
      )}
      {step.failure?.until != null && <FailureAlert failure={step.failure} onReady={step.retry} />}
      <Button type="submit" block disabled={step.waiting}>
        {t('register.profile.submit')}
      </Button>
    </StepFrame>
  );
}
