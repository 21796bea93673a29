import { errorCode } from '@krapao/kit/api';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordBodyNewPasswordMax } from '../../api/gen/forms';
import { FailureAlert } from '../../shared/failure-alert';
import { HiddenUsername } from '../../shared/new-password-fields';
import styles from './profile.module.css';
import { type PasswordEntry, usePasswordChange } from './use-password-change';

interface PasswordDialogProps {
  open: boolean;
  onClose: () => void;
  /** Whose password it is, for password managers. */
  username: string;
}

type Change = ReturnType<typeof usePasswordChange>;

const FIELDS: { field: keyof PasswordEntry; label: string; autoComplete: string }[] = [
  { field: 'old', label: 'account:password.old', autoComplete: 'current-password' },
  { field: 'password', label: 'account:password.new', autoComplete: 'new-password' },
  { field: 'confirm', label: 'account:password.confirm', autoComplete: 'new-password' },
];

function Form({ id, change, username }: { id: string; change: Change; username: string }) {
  const { t } = useTranslation(['shell', 'account', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = change.submit();
    if (field) form.current?.querySelector<HTMLInputElement>(`input[name=${field}]`)?.focus();
  };
  const say = { empty: null, notEqual: t('account:password.notEqual'), tooShort: t('password.tooShort') };
  const refused = change.failure !== null && errorCode(change.failure.error) === 'INVALID_USER_INFO';
  return (
    <form className={styles.form} id={id} ref={form} onSubmit={submit} noValidate>
      <HiddenUsername username={username} />
      {FIELDS.map(({ field, label, autoComplete }) => (
        <Field
          key={field}
          kind="password"
          label={t(label)}
          hint={field === 'password' ? t('password.hint') : undefined}
          error={change.problem?.field === field ? say[change.problem.why] : null}
          name={field}
          autoComplete={autoComplete}
          maxLength={changePasswordBodyNewPasswordMax}
          value={change.entry[field]}
          onValueChange={change.edit(field)}
          required
        />
      ))}
      {change.failure && (
        <FailureAlert failure={change.failure} title={t('common:alert.error')} onReady={change.retry} />
      )}
      {refused && <p className={styles.english}>{t('password.refused')}</p>}
    </form>
  );
}

function Saved({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  const close = useRef<HTMLButtonElement>(null);
  // What had the focus is gone.
  useEffect(() => close.current?.focus(), []);
  return (
    <Button block ref={close} onClick={onClose}>
      {t('action.close')}
    </Button>
  );
}

/** Changes the password: the old one, the new one twice; then it says that it is saved. */
export function PasswordDialog({ open, onClose, username }: PasswordDialogProps) {
  const { t } = useTranslation(['account', 'common']);
  const change = usePasswordChange();
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('password.title')}
      busy={change.pending}
      footer={
        change.saved ? (
          <Saved onClose={onClose} />
        ) : (
          <>
            <Button variant="secondary" disabled={change.pending} onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" form={formId} loading={change.pending} disabled={change.waiting}>
              {t('common:action.save')}
            </Button>
          </>
        )
      }
    >
      {change.saved ? (
        <Alert tone="success" title={t('common:alert.success')} live>
          {t('common:alert.saved')}
        </Alert>
      ) : (
        <Form id={formId} change={change} username={username} />
      )}
    </Dialog>
  );
}
