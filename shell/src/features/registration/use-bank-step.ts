import { errorCode, isUnanswered } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteSettings } from '../../api/gen/model';
import { useRegisterAccount } from '../../api/gen/portal';
import { useFailure } from '../../shared/use-failure';
import { accountName, type BankEntry, bankProblems } from './entry';
import { accountOf } from './profile-step';
import type { Wizard } from './use-wizard';

type Problems = ReturnType<typeof bankProblems>;

/** Failures that belong to one field; the rest concern the whole registration. */
const FIELD_OF: Record<string, keyof Problems> = {
  EXISTING_BANK: 'accountNo',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
};

/** The bank step: what is entered, what is wrong with it, and the registration itself. */
export function useBankStep(wizard: Wizard, site: SiteSettings) {
  const { t } = useTranslation('shell');
  const [problems, setProblems] = useState<Problems>({});
  const { failure, waiting, ...failures } = useFailure();
  /** An earlier try got no answer: it may have registered after all, and the number exists because it is this member's. */
  const unanswered = useRef(false);
  const register = useRegisterAccount();
  const entry = wizard.bank;
  const latin = entry.bank !== null && (entry.bank.requiresLatinName || site.latinNameBanks.includes(entry.bank.code));

  const registered = () => {
    toast.success(t('register.done.toast'));
    wizard.finish();
  };
  const refused = (error: unknown) => {
    const code = errorCode(error);
    if (code === 'EXISTING_USER' && unanswered.current) return registered();
    unanswered.current ||= isUnanswered(error);
    const field = FIELD_OF[code];
    if (field) return setProblems({ [field]: code });
    if (code !== 'UNVERIFIED_OTP') return failures.show(error);
    toast.error(errorText(error));
    wizard.setPhone({ ...wizard.phone, otp: null, confirmed: false });
    wizard.go('phone');
  };
  const submit = () => {
    const found = bankProblems(entry, latin);
    setProblems(found);
    if (Object.keys(found).length > 0 || entry.bank === null || register.isPending || waiting) return;
    failures.release();
    const data = {
      ...accountOf(wizard),
      bankCode: entry.bank.code,
      bankAccountName: accountName(entry),
      bankAccountNo: entry.accountNo,
      currency: site.edition === 'laos' ? entry.currency : undefined,
    };
    register.mutate({ data }, { onSuccess: registered, onError: refused });
  };
  const change = (part: Partial<BankEntry>) => {
    wizard.setBank(part);
    setProblems((old) => ({ ...old, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
    failures.clear();
  };
  return {
    entry,
    latin,
    problems,
    failure,
    waiting,
    retry: failures.release,
    pending: register.isPending,
    submit,
    change,
  };
}
