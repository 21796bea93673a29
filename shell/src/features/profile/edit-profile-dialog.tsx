import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  updateProfileBodyBankAccountNameMax,
  updateProfileBodyBankAccountNoMax,
  updateProfileBodyNameMax,
} from '../../api/gen/forms';
import type { ProfileResponse } from '../../api/gen/model';
import { BankPicker } from '../../shared/bank-picker';
import { FailureAlert } from '../../shared/failure-alert';
import { useSite } from '../../shared/use-site';
import styles from './profile.module.css';
import { useEditProfile } from './use-edit-profile';

interface EditProfileDialogProps {
  open: boolean;
  onClose: () => void;
  data: ProfileResponse;
}

type Edit = ReturnType<typeof useEditProfile>;

function useSay() {
  const { t } = useTranslation('shell');
  return (problem: string | undefined) =>
    problem && (problem.startsWith('register.') ? t(problem) : errorText(problem));
}

function BankAccount({ edit }: { edit: Edit }) {
  const { t } = useTranslation('shell');
  const say = useSay();
  const { entry, problems, change, latin } = edit;
  return (
    <>
      <BankPicker bank={entry.bank} onChoose={(bank) => change({ bank })} error={say(problems.bank)} />
      <Field
        kind="numeric"
        label={t('profile.accountNo')}
        name="bankAccountNo"
        autoComplete="off"
        maxLength={updateProfileBodyBankAccountNoMax}
        value={entry.accountNo}
        onValueChange={(accountNo) => change({ accountNo })}
        error={say(problems.accountNo)}
        required
      />
      <Field
        label={t('profile.accountName')}
        hint={latin ? t('profile.latinName', { bank: entry.bank.nameTH }) : undefined}
        name="bankAccountName"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={updateProfileBodyBankAccountNameMax}
        uppercase
        value={entry.accountName}
        onValueChange={(accountName) => change({ accountName })}
        error={say(problems.accountName)}
        required
      />
    </>
  );
}

function Form({ id, edit }: { id: string; edit: Edit }) {
  const { t } = useTranslation('shell');
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.submit();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form className={styles.form} id={id} ref={form} onSubmit={submit} noValidate>
      <Field
        label={t('profile.name')}
        name="name"
        autoComplete="nickname"
        maxLength={updateProfileBodyNameMax}
        value={edit.entry.name}
        onValueChange={(name) => edit.change({ name })}
        error={say(edit.problems.name)}
        required
      />
      {edit.locked ? <Alert>{t('profile.bankLocked')}</Alert> : <BankAccount edit={edit} />}
      {edit.failure && <FailureAlert failure={edit.failure} onReady={edit.retry} />}
    </form>
  );
}

/** The member's name, and the bank account until money has moved: from then on only the operator changes it. */
export function EditProfileDialog({ open, onClose, data }: EditProfileDialogProps) {
  const { t } = useTranslation(['account', 'common']);
  const formId = useId();
  const saved = () => {
    toast.success(t('common:alert.saved'));
    onClose();
  };
  const edit = useEditProfile(data, useSite().data, saved);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('profile.edit')}
      busy={edit.pending}
      footer={
        <>
          <Button variant="secondary" disabled={edit.pending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={edit.pending} disabled={edit.waiting}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} edit={edit} />
    </Dialog>
  );
}
