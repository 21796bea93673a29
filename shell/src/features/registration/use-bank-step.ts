import { errorCode, isUnanswered } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { errorText, type TextKey } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankLookup, SiteSettings } from '../../api/gen/model';
import { useRegisterAccount } from '../../api/gen/portal';
import { useProblemText } from '../../shared/use-problem-text';
import { accountOf } from './profile-step';
import { accountName, type BankEntry, bankSchema } from './schemas';
import type { Wizard } from './use-wizard';

/** Failures that belong to one field; the rest concern the whole registration. */
const FIELD_OF: Record<string, 'accountNo' | 'firstName'> = {
  EXISTING_BANK: 'accountNo',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
};

/** The form of the bank step, and the registration itself. */
export function useBankStep(wizard: Wizard, site: SiteSettings) {
  const { t } = useTranslation('shell');
  /**
   * An earlier try got no answer: it may have registered after all, and the number exists because it is this member's.
   */
  const unanswered = useRef(false);
  const register = useRegisterAccount();
  const isLatin = ({ code, requiresLatinName }: BankLookup) => requiresLatinName || site.latinNameBanks.includes(code);

  const registered = () => {
    toast.success(t('register.done.toast'));
    wizard.finish();
  };
  const refused = (error: unknown) => {
    const code = errorCode(error);
    if (code === 'EXISTING_USER' && unanswered.current) return registered();
    if (code === 'EXISTING_USER') return wizard.setPhone({ ...wizard.phone, isRegistered: true });
    unanswered.current ||= isUnanswered(error);
    const field = FIELD_OF[code];
    if (field) return form.refuse(field, code);
    if (code !== 'UNVERIFIED_OTP') return form.fail(error);
    toast.error(errorText(error));
    wizard.setPhone({ ...wizard.phone, otp: null, confirmed: false });
    wizard.go('phone');
  };
  const form = useEntryForm<BankEntry, BankEntry>({
    schema: bankSchema(isLatin),
    defaultValues: wizard.bank,
    problems: { accountNo: 'register.missing' satisfies TextKey<'shell'> },
    say: useProblemText(),
    pending: register.isPending,
    onEdit: (field, value) => wizard.setBank({ [field]: value }),
    onSubmit: (entry) => {
      if (entry.bank === null) return;
      const data = {
        ...accountOf(wizard),
        bankCode: entry.bank.code,
        bankAccountName: accountName(entry),
        bankAccountNo: entry.accountNo,
        currency: site.edition === 'laos' ? entry.currency : undefined,
      };
      register.mutate({ data }, { onSuccess: registered, onError: refused });
    },
  });
  const { bank } = form.values;
  return { form, latin: bank !== null && isLatin(bank), pending: register.isPending };
}
