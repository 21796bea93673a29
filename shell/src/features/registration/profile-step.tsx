import { errorCode } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { errorText, type TextKey } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { validateAccountBodyInviteCodeMax, validateAccountBodyNameMax } from '../../api/gen/forms';
import { useValidateAccount } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { NewPasswordFields } from '../../shared/new-password-fields';
import { NEW_PASSWORD_PROBLEMS } from '../../shared/password';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useProblemText } from '../../shared/use-problem-text';
import { type ProfileEntry, profileSchema } from './schemas';
import { SourceField } from './source-field';
import type { Wizard } from './use-wizard';

/**
 * One code for a password that is easily guessed, an invite code that is none, and a name that cannot be taken. The
 * check is asked again without the invite code to learn whether that was the fault.
 */
const REFUSED = 'INVALID_USER_INFO';

function useProfileStep(wizard: Wizard) {
  const { t } = useTranslation('shell');
  const validate = useValidateAccount();

  const refused = (error: unknown) => {
    if (errorCode(error) === 'EXISTING_USER') return wizard.setPhone({ ...wizard.phone, isRegistered: true });
    toast.error(errorText(error));
    if (errorCode(error) === 'UNVERIFIED_OTP') {
      wizard.setPhone({ ...wizard.phone, otp: null, confirmed: false });
      wizard.go('phone');
    }
    form.fail(error);
  };
  const inviteRefused = () => {
    const problem = 'register.profile.inviteRefused' satisfies TextKey<'shell'>;
    toast.error(t(problem));
    wizard.releaseInvite();
    form.refuse('inviteCode', problem);
  };
  const firstRefused = (error: unknown, data: ReturnType<typeof accountOf>) => {
    if (errorCode(error) !== REFUSED || data.inviteCode === undefined) return refused(error);
    const unclear = () => {
      wizard.releaseInvite();
      refused(error);
    };
    validate.mutate(
      { data: { ...data, inviteCode: undefined } },
      { onSuccess: inviteRefused, onError: (again) => (errorCode(again) === REFUSED ? refused(again) : unclear()) },
    );
  };
  const form = useEntryForm<ProfileEntry, ProfileEntry>({
    schema: profileSchema,
    defaultValues: wizard.profile,
    problems: { ...NEW_PASSWORD_PROBLEMS, name: 'register.missing' satisfies TextKey<'shell'> },
    say: useProblemText(),
    pending: validate.isPending,
    onEdit: (field, value) => {
      wizard.setProfile({ [field]: value });
      wizard.validate(false);
    },
    onSubmit: () => {
      const data = accountOf(wizard);
      validate.mutate(
        { data },
        {
          onSuccess: () => {
            wizard.validate(true);
            wizard.go('bank');
          },
          onError: (error) => firstRefused(error, data),
        },
      );
    },
  });
  return { form, pending: validate.isPending };
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
  const { form, pending } = useProfileStep(wizard);
  return (
    <StepFrame
      heading={heading}
      title={t('register.profile.title')}
      lead={t('register.profile.lead')}
      pending={pending}
      form={form}
    >
      <Field
        label={t('register.profile.name')}
        autoComplete="nickname"
        maxLength={validateAccountBodyNameMax}
        required
        {...form.field('name')}
      />
      <NewPasswordFields username={wizard.phone.phone} field={form.field} />
      <SourceField value={form.values.sourceCode} onChange={(code) => form.set('sourceCode', code)} />
      <Field
        label={t('register.profile.invite')}
        labelEnd={wizard.inviteKept ? undefined : t('register.profile.optional')}
        hint={wizard.inviteKept ? t('register.profile.inviteKept') : undefined}
        leading={wizard.inviteKept && <Link2 aria-hidden="true" />}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={validateAccountBodyInviteCodeMax}
        readOnly={wizard.inviteKept}
        {...form.field('inviteCode')}
        name="invite"
      />
      {form.failure && errorCode(form.failure.error) === REFUSED && (
        <Alert tone="danger">{t('register.profile.refused')}</Alert>
      )}
      {form.failure?.until != null && <FailureAlert failure={form.failure} onReady={form.retry} />}
      <Button type="submit" block disabled={form.waiting}>
        {t('register.profile.submit')}
      </Button>
    </StepFrame>
  );
}
