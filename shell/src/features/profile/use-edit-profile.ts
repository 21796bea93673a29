import { errorCode, useRefresh } from '@krapao/kit/api';
import { isLatinName } from '@krapao/kit/format';
import { useEntryForm } from '@krapao/kit/forms';
import type { TextKey } from '@krapao/kit/i18n';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { RegisterAccountBody, UpdateProfileBody } from '../../api/gen/forms';
import type { BankLookup, ProfileResponse, SiteSettings } from '../../api/gen/model';
import { getGetProfileQueryKey, useUpdateProfile } from '../../api/gen/portal';
import { useProblemText } from '../../shared/use-problem-text';

/** What the form asks. */
export interface EditEntry {
  name: string;
  bank: BankLookup;
  accountName: string;
  accountNo: string;
}

/** Failures that belong to one field; the rest concern the whole form. */
const FIELD_OF: Record<string, 'accountNo' | 'accountName'> = {
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

const required = (field: z.ZodMiniString<string>) =>
  z.pipe(z.string().check(z.trim(), z.minLength(1, { error: 'register.missing' satisfies TextKey<'shell'> })), field);

/** The form. A locked bank account is not asked for. */
function editSchema(isLocked: boolean, isLatin: (bank: BankLookup) => boolean) {
  const { bankAccountName, bankAccountNo } = RegisterAccountBody.shape;
  const latinName = z.check<EditEntry>(({ value, issues }) => {
    if (isLocked || !isLatin(value.bank) || isLatinName(value.accountName)) return;
    issues.push({ code: 'custom', path: ['accountName'], message: 'BANK_ACCOUNT_NAME_ENG', input: value });
  });
  return z
    .object({
      name: required(UpdateProfileBody.shape.name),
      bank: z.custom<BankLookup>(),
      accountName: isLocked ? z.string() : required(bankAccountName),
      accountNo: isLocked ? z.string() : required(bankAccountNo),
    })
    .check(latinName);
}

/** The profile's form, and the saving of it. */
export function useEditProfile(data: ProfileResponse, site: SiteSettings | undefined, onSaved: () => void) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const update = useUpdateProfile();
  const isLocked = data.bankAccount.isLocked;
  const isLatin = ({ code, requiresLatinName }: BankLookup) =>
    requiresLatinName || (site?.latinNameBanks.includes(code) ?? false);

  const refused = (error: unknown) => {
    const code = errorCode(error);
    const field = isLocked ? undefined : FIELD_OF[code];
    if (field) form.refuse(field, code);
    else form.fail(error);
  };
  const form = useEntryForm<EditEntry, EditEntry>({
    schema: editSchema(isLocked, isLatin),
    defaultValues: entryOf(data),
    say: useProblemText(),
    pending: update.isPending,
    onSubmit: ({ name, bank, accountName, accountNo }) => {
      const account = {
        bankCode: bank.code,
        bankAccountName: accountName.replace(/ +/g, ' '),
        bankAccountNo: accountNo,
      };
      update.mutate(
        { data: { name, ...(isLocked ? {} : account) } },
        {
          onSuccess: (saved) => {
            queryClient.setQueryData(getGetProfileQueryKey(), saved);
            // Home and the dialogs show the name and the account too.
            void refresh('getProfile', 'getWallet');
            onSaved();
          },
          onError: refused,
        },
      );
    },
  });
  return { form, isLocked, isLatin: isLatin(form.values.bank), pending: update.isPending };
}
