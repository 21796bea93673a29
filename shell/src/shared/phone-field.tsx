import type { EntryField } from '@krapao/kit/forms';
import { Field } from '@krapao/kit/ui/field';
import { useTranslation } from 'react-i18next';
import { sendOtpBodyPhoneNumberMax } from '../api/gen/forms';

interface PhoneFieldProps extends EntryField<string> {
  /** What a password manager or the phone may fill in. */
  autoComplete: 'tel-national' | 'username';
}

/** The member's phone number. */
export function PhoneField(props: PhoneFieldProps) {
  const { t } = useTranslation('shell');
  return (
    <Field kind="tel" label={t('register.phone.label')} maxLength={sendOtpBodyPhoneNumberMax} required {...props} />
  );
}
