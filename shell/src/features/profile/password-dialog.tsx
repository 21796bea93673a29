import { errorCode } from '@krapao/kit/api';
import { EntryForm } from '@krapao/kit/forms';
import type { TextKey } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordBodyNewPasswordMax } from '../../api/gen/forms';
import { FailureAlert } from '../../shared/failure-alert';
import { HiddenUsername } from '../../shared/new-password-fields';
import styles from './profile.module.css';
import { usePasswordChange } from './use-password-change';

interface PasswordDialogProps {
  open: boolean;
  onClose: () => void;
  /** Whose password it is, for password managers. */
  username: string;
}

type Change = ReturnType<typeof usePasswordChange>;

const FIELDS: {
  field: 'old' | 'password' | 'confirm';
  label: `account:${TextKey<'account'>}`;
  autoComplete: string;
}[] = [
  { field: 'old', label: 'account:password.old', autoComplete: 'current-password' },
  { field: 'password', label: 'account:password.new', autoComplete: 'new-password' },
  { field: 'confirm', label: 'account:password.confirm', autoComplete: 'new-password' },
];

function Form({ id, change, username }: { id: string; change: Change; username: string }) {
  const { t } = useTranslation(['shell', 'account', 'common']);
  const { form } = change;
  const refused = form.failure !== null && errorCode(form.failure.error) === 'INVALID_USER_INFO';
  return (
    <EntryForm form={form} className={styles.form} id={id}>
      <HiddenUsername username={username} />
      {FIELDS.map(({ field, label, autoComplete }) => (
        <Field
          key={field}
          kind="password"
          label={t(label)}
          hint={field === 'password' ? t('password.hint') : undefined}
          autoComplete={autoComplete}
          maxLength={changePasswordBodyNewPasswordMax}
          required
          {...form.field(field)}
        />
      ))}
      {form.failure && <FailureAlert failure={form.failure} title={t('common:alert.error')} onReady={form.retry} />}
      {refused && <p className={styles.english}>{t('password.refused')}</p>}
    </EntryForm>
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
            <Button type="submit" form={formId} loading={change.pending} disabled={change.form.waiting}>
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
