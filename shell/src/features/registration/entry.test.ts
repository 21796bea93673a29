import { expect, it } from 'vitest';
import { accountName, bankProblems, profileProblems } from './entry';

it('a profile needs a name and a password typed alike twice', () => {
  const entry = { name: 'A', password: 'password1', confirm: 'password1', sourceCode: '', inviteCode: '' };
  expect(profileProblems(entry)).toEqual({});
  expect(profileProblems({ ...entry, confirm: 'password2' })).toEqual({ confirm: 'register.profile.mismatch' });
  expect(Object.keys(profileProblems({ ...entry, name: ' ', password: '', confirm: '' }))).toEqual([
    'name',
    'password',
    'confirm',
  ]);
});

it('a bank that wants an English name takes Latin letters and spaces only', () => {
  const bank = { code: 'KTB', nameTH: 'x', nameEN: 'x', requiresLatinName: true, logo: '' };
  const entry = { bank, accountNo: '1', firstName: 'สมชาย', lastName: 'JAI DEE', currency: 'BAHT' as const };
  expect(bankProblems(entry, true)).toEqual({ firstName: 'BANK_ACCOUNT_NAME_ENG' });
  expect(bankProblems({ ...entry, firstName: 'SОMCHAI' }, true)).toEqual({ firstName: 'BANK_ACCOUNT_NAME_ENG' });
  expect(bankProblems(entry, false)).toEqual({});
});

it('the account name is first and last name with one space between', () => {
  expect(accountName({ firstName: ' SOMCHAI ', lastName: ' JAI DEE ' })).toBe('SOMCHAI JAI DEE');
});
