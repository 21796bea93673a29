import { Field } from '@krapao/kit/ui/field';
import { useTranslation } from 'react-i18next';
import { validateAccountBodyPasswordMax } from '../api/gen/forms';
import styles from './new-password-fields.module.css';
import type { NewPassword } from './password';

interface NewPasswordFieldsProps {
  /** Whose password it is: password managers save it under this name. */
  username: string;
  entry: NewPassword;
  onChange: (field: keyof NewPassword) => (value: string) => void;
  problems: Partial<Record<keyof NewPassword, string>>;
}

/** Finds the member's number for password managers; nobody else needs to meet it. */
export function HiddenUsername({ username }: { username: string }) {
  return (
    <input
      className={styles.hidden}
      type="text"
      name="username"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** A new password, twice. */
export function NewPasswordFields({ username, entry, onChange, problems }: NewPasswordFieldsProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <HiddenUsername username={username} />
      <Field
        kind="password"
        label={t('register.profile.password')}
        hint={t('password.hint')}
        name="password"
        autoComplete="new-password"
        maxLength={validateAccountBodyPasswordMax}
        value={entry.password}
        onValueChange={onChange('password')}
        error={problems.password && t(problems.password)}
        required
      />
      <Field
        kind="password"
        label={t('register.profile.confirm')}
        name="confirm"
        autoComplete="new-password"
        maxLength={validateAccountBodyPasswordMax}
        value={entry.confirm}
        onValueChange={onChange('confirm')}
        error={problems.confirm && t(problems.confirm)}
        required
      />
    </>
  );
}
