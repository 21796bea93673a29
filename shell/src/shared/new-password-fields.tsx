import type { EntryField } from '@krapao/kit/forms';
import { Field } from '@krapao/kit/ui/field';
import { useTranslation } from 'react-i18next';
import { validateAccountBodyPasswordMax } from '../api/gen/forms';
import styles from './new-password-fields.module.css';
import type { NewPassword } from './password';

interface NewPasswordFieldsProps {
  /** Whose password it is: password managers save it under this name. */
  username: string;
  field: (name: keyof NewPassword) => EntryField<string>;
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
export function NewPasswordFields({ username, field }: NewPasswordFieldsProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <HiddenUsername username={username} />
      <Field
        kind="password"
        label={t('register.profile.password')}
        hint={t('password.hint')}
        autoComplete="new-password"
        maxLength={validateAccountBodyPasswordMax}
        {...field('password')}
        required
      />
      <Field
        kind="password"
        label={t('register.profile.confirm')}
        autoComplete="new-password"
        maxLength={validateAccountBodyPasswordMax}
        {...field('confirm')}
        required
      />
    </>
  );
}
