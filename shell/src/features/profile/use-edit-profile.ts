import { errorCode } from '@krapao/kit/api';
import { isLatinName } from '@krapao/kit/format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankLookup, ProfileResponse, SiteSettings } from '../../api/gen/model';
import { getGetProfileQueryKey, useUpdateProfile } from '../../api/gen/portal';
import { useFailure } from '../../shared/use-failure';

/** What the form asks. */
export interface EditEntry {
  name: string;
  bank: BankLookup;
  accountName: string;
  accountNo: string;
}

type Problems = Partial<Record<keyof EditEntry, string>>;

/** Failures that belong to one field; the rest concern the whole form. */
const FIELD_OF: Record<string, keyof EditEntry> = {
  EXISTING_BANK: 'accountNo',
  BANK_ACCOUNT_NAME_ENG: 'accountName',
  INVALID_BANK: 'accountNo',
};

function entryOf({ profile, bankAccount: { bank, ...account } }: ProfileResponse): EditEntry {
  return {
    name: profile.name,
    bank: { code: account.bankCode, ...bank, requiresLatinName: false, logo: '' },
    accountName: account.bankAccountName,
    accountNo: account.bankAccountNo,
  };
}

/** What is wrong with an entry, by field: a key of our texts or a code of the catalogue. A locked bank account is not asked for. */
export function editProblems(entry: EditEntry, { locked, latin }: { locked: boolean; latin: boolean }): Problems {
  const problems: Problems = {};
  if (entry.name.trim() === '') problems.name = 'register.missing';
  if (locked) return problems;
  if (entry.accountNo === '') problems.accountNo = 'register.missing';
  if (entry.accountName.trim() === '') problems.accountName = 'register.missing';
  else if (latin && !isLatinName(entry.accountName)) problems.accountName = 'BANK_ACCOUNT_NAME_ENG';
  return problems;
}

/** The profile's form: what is entered, what is wrong with it, and the saving of it. */
export function useEditProfile(data: ProfileResponse, site: SiteSettings | undefined, onSaved: () => void) {
  const queries = useQueryClient();
  const [entry, setEntry] = useState(() => entryOf(data));
  const [problems, setProblems] = useState<Problems>({});
  const { failure, waiting, ...failures } = useFailure();
  const update = useUpdateProfile();
  const locked = data.bankAccount.isLocked;
  const latin = entry.bank.requiresLatinName || (site?.latinNameBanks.includes(entry.bank.code) ?? false);

  const refused = (error: unknown) => {
    const code = errorCode(error);
    const field = locked ? undefined : FIELD_OF[code];
    if (field) setProblems({ [field]: code });
    else failures.show(error);
  };
  const submit = () => {
    const found = editProblems(entry, { locked, latin });
    setProblems(found);
    if (Object.keys(found).length > 0 || update.isPending || waiting) return;
    failures.release();
    const account = {
      bankCode: entry.bank.code,
      bankAccountName: entry.accountName.trim().replace(/ +/g, ' '),
      bankAccountNo: entry.accountNo,
    };
    update.mutate(
      { data: { name: entry.name.trim(), ...(locked ? {} : account) } },
      {
        onSuccess: (saved) => {
          queries.setQueryData(getGetProfileQueryKey(), saved);
          // Other screens show the name and the account too.
          void queries.invalidateQueries();
          onSaved();
        },
        onError: refused,
      },
    );
  };
  const change = (part: Partial<EditEntry>) => {
    setEntry((old) => ({ ...old, ...part }));
    setProblems((old) => ({ ...old, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
    failures.clear();
  };
  return {
    entry,
    locked,
    latin,
    problems,
    failure,
    waiting,
    retry: failures.release,
    pending: update.isPending,
    submit,
    change,
  };
}
