import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountName, bankSchema, profileSchema } from './schemas';

/** The first problem of each field. */
function problemsOf(schema: z.core.$ZodType, entry: unknown): Record<string, string> {
  const issues = z.safeParse(schema, entry).error?.issues ?? [];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [path.join('.'), message]));
}

it('a profile needs a name and a password typed alike twice', () => {
  const entry = { name: 'A', password: 'password1', confirm: 'password1', sourceCode: '', inviteCode: '' };
  expect(problemsOf(profileSchema, entry)).toEqual({});
  expect(problemsOf(profileSchema, { ...entry, confirm: 'password2' })).toEqual({
    confirm: 'register.profile.mismatch',
  });
  expect(problemsOf(profileSchema, { ...entry, password: 'short', confirm: 'short' })).toEqual({
    password: 'password.tooShort',
  });
  expect(Object.keys(problemsOf(profileSchema, { ...entry, name: ' ', password: '', confirm: '' })).sort()).toEqual([
    'confirm',
    'name',
    'password',
  ]);
});

it('a bank that wants an English name takes Latin letters and spaces only', () => {
  const bank = { code: 'KTB', nameTH: 'x', nameEN: 'x', requiresLatinName: true, logo: '' };
  const entry = { bank, accountNo: '1234567890', firstName: 'สมชาย', lastName: 'JAI DEE', currency: 'BAHT' as const };
  const latin = bankSchema(() => true);
  expect(problemsOf(latin, entry)).toEqual({ firstName: 'BANK_ACCOUNT_NAME_ENG' });
  expect(problemsOf(latin, { ...entry, firstName: 'SОMCHAI' })).toEqual({ firstName: 'BANK_ACCOUNT_NAME_ENG' });
  expect(problemsOf(latin, { ...entry, firstName: ' ' })).toEqual({ firstName: 'register.missing' });
  expect(
    problemsOf(
      bankSchema(() => false),
      entry,
    ),
  ).toEqual({});
  expect(problemsOf(latin, { ...entry, bank: null, firstName: 'A' })).toEqual({ bank: 'register.bank.missing' });
});

it.each(['12345', '123456789012345678901'])('an account number of the length of %s is none', (accountNo) => {
  const bank = { code: 'KBANK', nameTH: 'x', nameEN: 'x', requiresLatinName: false, logo: '' };
  const entry = { bank, accountNo, firstName: 'SOMCHAI', lastName: 'JAIDEE', currency: 'BAHT' as const };
  const schema = bankSchema(() => false);
  expect(problemsOf(schema, entry)).toEqual({ accountNo: 'register.bank.accountNoLength' });
  expect(problemsOf(schema, { ...entry, accountNo: '' })).toHaveProperty('accountNo');
  expect(problemsOf(schema, { ...entry, accountNo: '123456' })).toEqual({});
});

it('the account name is first and last name with one space between', () => {
  expect(accountName({ firstName: ' SOMCHAI ', lastName: ' JAI DEE ' })).toBe('SOMCHAI JAI DEE');
});
