import { isLatinName } from '@krapao/kit/format';
import { errorText, loadArea } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { EntryForm } from './entry-form';
import { useEntryForm } from './use-entry-form';

/** The longest name that the contract takes. */
const NAME_MAX = 201;

export interface EnglishNameDialogProps {
  open: boolean;
  /** The member leaves it, or the name is saved. */
  onClose: () => void;
  /** The account's name as it stands; it is the entry's beginning when it is in Latin letters already. */
  name: string;
  /** Why it is asked and for which account, below the title. */
  description?: ReactNode;
  /**
   * Saves the name, in upper case with single spaces: the caller's mutation (`updateBankAccountName`). When it rejects,
   * the error is a toast and the entry stays. What comes after it must not need the tap: a browser copies only right
   * after one.
   */
  onSave: (name: string) => Promise<unknown>;
}

const schema = z.object({
  bankAccountName: z.string().check(
    z.refine(isLatinName),
    z.maxLength(NAME_MAX),
    z.overwrite((name) => name.trim().replace(/ +/g, ' ')),
  ),
});

interface FormProps {
  id: string;
  name: string;
  saving: boolean;
  onSave: (name: string) => void;
}

function Form({ id, name, saving, onSave }: FormProps) {
  const { t } = useTranslation('account');
  const form = useEntryForm({
    schema,
    defaultValues: { bankAccountName: isLatinName(name) ? name.toUpperCase() : '' },
    say: () => t('bankName.english'),
    pending: saving,
    onSubmit: ({ bankAccountName }) => onSave(bankAccountName),
    onRefused: () => toast.error(t('bankName.required')),
  });
  return (
    <EntryForm form={form} id={id}>
      <Field
        label={t('bankName.name')}
        hint={t('bankName.english')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        lang="en"
        maxLength={NAME_MAX}
        uppercase
        required
        {...form.field('bankAccountName')}
      />
    </EntryForm>
  );
}

/**
 * Asks for the English name of the member's bank account (specification 5): letters and spaces, upper case; anything
 * else is a toast. It brings its own texts. The profile opens it, and the deposit before an account number is copied
 * for a bank that wants such a name.
 */
export function EnglishNameDialog({ open, onClose, name, description, onSave }: EnglishNameDialogProps) {
  const { t } = useTranslation(['account', 'common', 'errors']);
  const [ready, setReady] = useState(false);
  const [saving, setSaving] = useState(false);
  const formId = useId();
  const unready = useRef(() => {});
  useEffect(() => {
    unready.current = () => {
      toast.error(t('errors:NETWORK'));
      onClose();
    };
  }, [t, onClose]);
  useEffect(() => {
    if (!open) return;
    let gone = false;
    loadArea('account').then(
      () => !gone && setReady(true),
      () => !gone && unready.current(),
    );
    return () => {
      gone = true;
    };
  }, [open]);
  const save = async (entered: string) => {
    setSaving(true);
    try {
      await onSave(entered);
      toast.success(t('common:alert.saved'));
      onClose();
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open={open && ready}
      onClose={onClose}
      title={t('bankName.edit')}
      description={description}
      busy={saving}
      footer={
        <>
          <Button variant="secondary" disabled={saving} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} name={name} saving={saving} onSave={(entered) => void save(entered)} />
    </Dialog>
  );
}
