import { EntryForm } from '@krapao/kit/forms';
import { bankName, useLocale } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { useId } from 'react';
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

function BankAccount({ edit }: { edit: Edit }) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const { form, isLatin } = edit;
  const { bank } = form.values;
  return (
    <>
      <BankPicker bank={bank} onChoose={(chosen) => form.set('bank', chosen)} error={form.problemOf('bank')} />
      <Field
        kind="numeric"
        label={t('profile.accountNo')}
        autoComplete="off"
        maxLength={updateProfileBodyBankAccountNoMax}
        required
        {...form.field('accountNo')}
      />
      <Field
        label={t('profile.accountName')}
        hint={isLatin ? t('profile.latinName', { bank: bankName(bank, locale) }) : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={updateProfileBodyBankAccountNameMax}
        uppercase
        required
        {...form.field('accountName')}
      />
    </>
  );
}

function Form({ id, edit }: { id: string; edit: Edit }) {
  const { t } = useTranslation('shell');
  const { form } = edit;
  return (
    <EntryForm form={form} className={styles.form} id={id}>
      <Field
        label={t('profile.name')}
        autoComplete="nickname"
        maxLength={updateProfileBodyNameMax}
        required
        {...form.field('name')}
      />
      {edit.isLocked ? <Alert>{t('profile.bankLocked')}</Alert> : <BankAccount edit={edit} />}
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
    </EntryForm>
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
          <Button type="submit" form={formId} loading={edit.pending} disabled={edit.form.waiting}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} edit={edit} />
    </Dialog>
  );
}
