import { errorText, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { WithdrawBlockers } from '../../api/gen/model';
import { getGetWithdrawBlockersResponseMock } from '../../api/gen/portal.msw';
import { fails, shows } from '../../testing/calls';
import BlockerDialog from './blocker-dialog';

beforeEach(() => setToken('somchai', { remember: false }));

const blocked = (change: Partial<WithdrawBlockers>) =>
  shows('/api/withdraw/blockers', { ...getGetWithdrawBlockersResponseMock(), ...change });

const open = () => renderWithProviders(<BlockerDialog open onClose={() => undefined} />);

test('every reason is listed with the numbers and what lifts it', async () => {
  open();
  const dialog = await screen.findByRole('dialog', { name: "Why can't I withdraw?" });
  const [bonus, pending, hold] = await within(dialog).findAllByRole('listitem');
  expect(within(bonus as HTMLElement).getByText('Bonus condition still active')).toBeTruthy();
  expect((await within(bonus as HTMLElement).findAllByText('You have 850.50 baht of 1,200.00 baht'))[0]).toBeTruthy();
  expect(
    within(bonus as HTMLElement)
      .getByRole('link', { name: 'See the condition' })
      .getAttribute('href'),
  ).toBe('/user/bonus');
  expect(within(pending as HTMLElement).getByText('Withdrawal W01926f0c7a557c1e')).toBeTruthy();
  expect(within(hold as HTMLElement).getByText('It ends by itself: 22/11/2025 11:40:10')).toBeTruthy();
  await expectAccessible();
});

test('a condition that open bets decide says to wait for them, and not that it can be ended', async () => {
  const [bonus] = getGetWithdrawBlockersResponseMock().blockers as [WithdrawBlockers['blockers'][number]];
  const condition = { ...bonus.condition, total: 0, betsOpen: true } as typeof bonus.condition;
  blocked({ blockers: [{ ...bonus, ...(condition && { condition }) }] });
  open();
  expect(await screen.findByText('Wait until your open bets are settled.')).toBeTruthy();
  expect(screen.getByText(/You still have open bets/)).toBeTruthy();
  expect(screen.queryByText(/or less you can end it/)).toBeNull();
  expect(screen.queryByText(/Keep playing/)).toBeNull();
});

test('with none the member reads what can be withdrawn, and that a met condition cuts the rest', async () => {
  blocked({ blockers: [], canWithdraw: true, cutsRest: true });
  open();
  expect(await screen.findByText('Nothing stands in the way')).toBeTruthy();
  expect(
    await screen.findByText('You can withdraw 100.00 baht to 50,000.00 baht at a time. You have 850.50 baht.'),
  ).toBeTruthy();
  expect(screen.getByText(/withdraw everything/)).toBeTruthy();
});

test.each([
  ['END_CONDITION', 'BONUS_REMAINING', 'End the condition', '/user/bonus'],
  ['EDIT_BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NAME_ENG', 'To your profile', '/user/profile'],
  ['ADD_MONEY', 'WITHDRAW_MINIMUM', 'Deposit', '/user/home?deposit'],
  ['CONTACT_SUPPORT', 'NO_BANK', 'Contact us', '/user/contact'],
  ['SOMETHING_NEW', 'NEW_REASON', 'Contact us', '/user/contact'],
] as const)('what %s lifts leads to the screen where it is done', async (liftedBy, code, name, place) => {
  blocked({ blockers: [{ code, liftedBy } as WithdrawBlockers['blockers'][number]] });
  open();
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(place);
});

for (const locale of ['th', 'la', 'en'] as const) {
  test(`every reason and every lift has its text in ${locale}`, async () => {
    await setLocale(locale);
    open();
    for (const { code } of getGetWithdrawBlockersResponseMock().blockers) {
      // The finder reads a space that breaks no line as any other.
      expect(await screen.findByText(errorText(code).replaceAll('\u00a0', ' '))).toBeTruthy();
      expect(errorText(code)).not.toBe(code);
    }
  });
}

test('a failure offers another try', async () => {
  fails('/api/withdraw/blockers', 'SERVER_BUSY');
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
