import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLatinName } from '../format';
import { errorText, loadArea } from '../i18n';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { toast } from './toast';

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
   * Saves the name, in upper case with single spaces: the caller's mutation (`updateBankAccountName`). When it rejects, the error is
   * a toast and the entry stays. What comes after it must not need the tap: a browser copies only right after one.
   */
  onSave: (name: string) => Promise<unknown>;
}

function Form({ id, name, onSave }: { id: string; name: string; onSave: (name: string) => void }) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState(isLatinName(name) ? name.toUpperCase() : '');
  const [wrong, setWrong] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refused = !isLatinName(typed);
    setWrong(refused);
    if (!refused) return onSave(typed.trim().replace(/ +/g, ' '));
    toast.error(t('bankName.required'));
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate>
      <Field
        label={t('bankName.name')}
        hint={t('bankName.english')}
        error={wrong ? t('bankName.english') : null}
        name="bankAccountName"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        lang="en"
        maxLength={NAME_MAX}
        uppercase
        value={typed}
        onValueChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
        required
      />
    </form>
  );
}

/**
 * Asks for the English name of the member's bank account (specification 5): letters and spaces, upper case; anything else is a toast.
 * It brings its own texts. The profile opens it, and the deposit before an account number is copied for a bank that wants such a name.
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
      <Form id={formId} name={name} onSave={(entered) => void save(entered)} />
    </Dialog>
  );
}
