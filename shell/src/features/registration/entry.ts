import { isLatinName } from '@krapao/kit/format';
import type { BankLookup, Currency } from '../../api/gen/model';
import { newPasswordProblems } from '../../shared/password';

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

/** What is wrong with a profile, by field; empty when it may be sent. */
export function profileProblems(entry: ProfileEntry): Partial<Record<'name' | 'password' | 'confirm', string>> {
  const problems = newPasswordProblems(entry);
  return entry.name.trim() === '' ? { name: 'register.missing', ...problems } : problems;
}

/** The holder's name as the contract wants it: first and last name, each trimmed, one space between. */
export function accountName({ firstName, lastName }: Pick<BankEntry, 'firstName' | 'lastName'>): string {
  return `${firstName.trim()} ${lastName.trim()}`;
}

/** What is wrong with a bank account, by field. `BANK_ACCOUNT_NAME_ENG` is a code of the catalogue, the rest are keys of our texts. */
export function bankProblems(
  entry: BankEntry,
  latin: boolean,
): Partial<Record<'bank' | 'accountNo' | 'firstName' | 'lastName', string>> {
  const problems: ReturnType<typeof bankProblems> = {};
  if (entry.bank === null) problems.bank = 'register.bank.missing';
  if (entry.accountNo === '') problems.accountNo = 'register.missing';
  for (const field of ['firstName', 'lastName'] as const) {
    const name = entry[field].trim();
    if (name === '') problems[field] = 'register.missing';
    else if (latin && !isLatinName(name)) problems[field] = 'BANK_ACCOUNT_NAME_ENG';
  }
  return problems;
}
