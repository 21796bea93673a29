import { isLatinName } from '@krapao/kit/format';
import type { TextKey } from '@krapao/kit/i18n';
import * as z from 'zod/mini';
import { RegisterAccountBody, ValidateAccountBody } from '../../api/gen/forms';
import type { BankLookup, Currency } from '../../api/gen/model';
import { isTypedTwice, newPasswordShape } from '../../shared/password';

/** What the profile step asks. */
export interface ProfileEntry {
  name: string;
  password: string;
  confirm: string;
  sourceCode: string;
  inviteCode: string;
}

/** What the bank step asks. */
export interface BankEntry {
  bank: BankLookup | null;
  accountNo: string;
  firstName: string;
  lastName: string;
  currency: Currency;
}

/** The profile step. */
export const profileSchema = z
  .object({
    ...newPasswordShape,
    name: z.pipe(z.string().check(z.trim()), ValidateAccountBody.shape.name),
    sourceCode: z.string(),
    inviteCode: z.string(),
  })
  .check(isTypedTwice);

/** The holder's name as the contract wants it: first and last name, each trimmed, one space between. */
export function accountName({ firstName, lastName }: Pick<BankEntry, 'firstName' | 'lastName'>): string {
  return `${firstName.trim()} ${lastName.trim()}`;
}

const holderName = z.string().check(z.trim(), z.minLength(1, { error: 'register.missing' satisfies TextKey<'shell'> }));

/** A bank's account number (server: member/rules.go). The field takes digits only. */
const accountNumber = RegisterAccountBody.shape.bankAccountNo.check(
  z.refine((digits) => digits === '' || /^\d{6,20}$/.test(digits), {
    error: 'register.bank.accountNoLength' satisfies TextKey<'shell'>,
  }),
);

/** The bank step. `isLatin`: whether a bank takes the holder's name in Latin letters only. */
export function bankSchema(isLatin: (bank: BankLookup) => boolean) {
  const latinNames = z.check<BankEntry>(({ value, issues }) => {
    if (value.bank === null || !isLatin(value.bank)) return;
    for (const field of ['firstName', 'lastName'] as const) {
      if (isLatinName(value[field])) continue;
      issues.push({ code: 'custom', path: [field], message: 'BANK_ACCOUNT_NAME_ENG', input: value });
    }
  });
  return z
    .object({
      bank: z.custom<BankLookup | null>((bank) => bank !== null, {
        error: 'register.bank.missing' satisfies TextKey<'shell'>,
      }),
      accountNo: accountNumber,
      firstName: holderName,
      lastName: holderName,
      currency: z.custom<Currency>(),
    })
    .check(latinNames);
}
