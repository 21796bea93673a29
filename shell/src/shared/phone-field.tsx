import { errorText } from '@krapao/kit/i18n';
import { Field } from '@krapao/kit/ui/field';
import { useTranslation } from 'react-i18next';
import { sendOtpBodyPhoneNumberMax } from '../api/gen/forms';
import type { phoneProblem } from './phone';

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  problem: ReturnType<typeof phoneProblem>;
  /** What a password manager or the phone may fill in. */
  autoComplete: 'tel-national' | 'username';
}

/** The member's phone number, and what is wrong with it. */
export function PhoneField({ value, onChange, problem, autoComplete }: PhoneFieldProps) {
  const { t } = useTranslation('shell');
  const text = {
    missing: () => t('register.phone.missing'),
    length: () => errorText('PHONE_NUMBER_REQUIRE_10_DIGIT'),
    invalid: () => t('register.phone.invalid'),
  };
  return (
    <Field
      kind="tel"
      label={t('register.phone.label')}
      name="phone"
      autoComplete={autoComplete}
      maxLength={sendOtpBodyPhoneNumberMax}
      value={value}
      onValueChange={onChange}
      error={problem && text[problem]()}
      required
    />
  );
}
