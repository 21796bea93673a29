import type { BankLookup, Currency, PhoneRule } from '../../api/gen/model';

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

/** The fewest characters of a password (contract: validateAccount). */
export const PASSWORD_MIN = 8;

/** What is wrong with a phone number: an error code of the catalogue or a key of our texts; null when it fits the site's rule. */
export function phoneProblem(phone: string, rule: PhoneRule): 'missing' | 'length' | 'invalid' | null {
  if (phone === '') return 'missing';
  if (rule.length !== null && phone.length !== rule.length) return 'length';
  return new RegExp(`^(?:${rule.pattern})$`).test(phone) ? null : 'invalid';
}

/** What is wrong with a profile, by field; empty when it may be sent. */
export function profileProblems(entry: ProfileEntry): Partial<Record<'name' | 'password' | 'confirm', string>> {
  const problems: ReturnType<typeof profileProblems> = {};
  if (entry.name.trim() === '') problems.name = 'register.missing';
  if (entry.password === '') problems.password = 'register.missing';
  else if (entry.password.length < PASSWORD_MIN) problems.password = 'register.profile.tooShort';
  if (entry.confirm === '') problems.confirm = 'register.missing';
  else if (entry.confirm !== entry.password) problems.confirm = 'register.profile.mismatch';
  return problems;
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
    else if (latin && !/^[A-Za-z ]+$/.test(name)) problems[field] = 'BANK_ACCOUNT_NAME_ENG';
  }
  return problems;
}
