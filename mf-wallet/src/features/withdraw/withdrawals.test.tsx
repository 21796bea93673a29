import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WithdrawalRecord } from '../../api/gen/model';
import { bank, paid, waiting } from '../../testing/bank';
import { refreshedKeys } from '../../testing/refreshed';
import { refuse } from '../../testing/server';
import { show } from './testing/open-withdraw';
import WithdrawalListDialog from './withdrawal-list-dialog';

const amountField = () => screen.findByLabelText<HTMLInputElement>('Amount to withdraw');

test('a withdrawal that waits stands in place of the form, with its way, and can be taken back after a question', async () => {
  const state = bank({ records: [waiting] });
  const { user } = show();
  expect(await screen.findByText('A withdrawal is in progress')).toBeTruthy();
  expect(screen.queryByLabelText('Amount to withdraw')).toBeNull();
  const steps = within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Requested21/11/2025 11:40:10',
    'Approval',
    'Sending to the bank',
    'Payment into your account',
  ]);
  expect(steps[1]?.getAttribute('aria-current')).toBe('step');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this withdrawal?' });
  expect(question.textContent).toContain('500.00\u00a0baht goes back to your wallet at once.');
  expect(state.cancelled).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await amountField()).toBeTruthy();
  expect(state.cancelled).toEqual([waiting.reference]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByLabelText('closed').textContent).toBe('changed'));
});

test('one that was approved meanwhile can no longer be taken back, and shows how far it is', async () => {
  const state = bank({ records: [waiting] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  refuse('post', '/api/wallet/withdrawals/:reference/cancel', 'WITHDRAW_APPROVED', 409);
  state.records = [
    {
      ...waiting,
      canCancel: false,
      timeline: [...waiting.timeline, { step: 'APPROVED', at: '2025-11-21T11:42:00+07:00' }],
    },
  ];
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await screen.findByText(/has been approved and can no longer be cancelled/)).toBeTruthy();
  expect(await screen.findByText('Approved')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull());
});

test('the list shows what became of each: paid, returned and why, or a step this client does not know', async () => {
  const back: WithdrawalRecord = {
    ...waiting,
    reference: 'W3',
    status: 'RETURNED',
    canCancel: false,
    reason: 'NAME_DIFFERS',
    timeline: [...waiting.timeline, { step: 'REFUSED', at: '2025-11-21T11:50:00+07:00' }],
  };
  const odd: WithdrawalRecord = {
    ...paid,
    reference: 'W4',
    timeline: [{ step: 'NEW' as never, at: '2025-11-21T11:50:00+07:00' }],
  };
  const rejected: WithdrawalRecord = {
    ...back,
    reference: 'W5',
    reason: 'Please call us.',
    timeline: [...waiting.timeline, { step: 'REJECTED', at: '2025-11-21T11:50:00+07:00' }],
  };
  bank({ records: [paid, back, odd, rejected] });
  const { user } = show();
  await user.click(await screen.findByRole('tab', { name: 'My withdrawals' }));
  const list = await screen.findByRole('list', { name: 'My withdrawals' });
  const [first, second, third, fourth] = [...list.children].map((item) => item.textContent);
  expect(first).toContain('Krung Thai Bank123-456-7890');
  expect(first).toContain('Paid into your account20/11/2025 10:03:00');
  expect(second).toContain('Returned to wallet');
  expect(second).toContain("Reason: The account holder's name differs. Please ask us to check it.");
  expect(second).toContain('Refused by the bank; back in your wallet');
  expect(fourth).toContain('Reason: Please call us.');
  expect(third).toContain('In progress21/11/2025 11:50:00');
  await expectAccessible();
});

/** Of a server that is newer than this client. */
const odd: WithdrawalRecord = { ...waiting, status: 'ON_HOLD' as never };

test.each([
  ['in the list', {}],
  ['alone', { entry: odd.reference }],
])(
  'one whose status this client does not know is in progress %s, with what is to come, and is asked about',
  async (_where, entry) => {
    const state = bank({ records: [odd] });
    renderWithProviders(<WithdrawalListDialog open onClose={() => undefined} {...entry} />);
    expect(await screen.findByText('In progress')).toBeTruthy();
    expect(screen.getByText('Approval').closest('li')?.getAttribute('aria-current')).toBe('step');
    state.records = [{ ...paid, reference: odd.reference }];
    expect(await screen.findByText('Paid into your account', {}, { timeout: 15_000 })).toBeTruthy();
  },
);

test('one whose status this client does not know stands in place of the form', async () => {
  bank({ records: [odd] });
  show();
  expect(await screen.findByText('A withdrawal is in progress')).toBeTruthy();
  expect(screen.queryByLabelText('Amount to withdraw')).toBeNull();
});

test('what the member cancelled is grey and called so, not red as what went wrong', async () => {
  const cancelled: WithdrawalRecord = {
    ...waiting,
    status: 'RETURNED',
    canCancel: false,
    timeline: [...waiting.timeline, { step: 'CANCELLED', at: '2025-11-21T11:50:00+07:00' }],
  };
  bank({ records: [cancelled] });
  const { user } = show();
  await user.click(await screen.findByRole('tab', { name: 'My withdrawals' }));
  expect((await screen.findByText('Cancelled')).getAttribute('data-tone')).toBe('neutral');
  const steps = within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(steps.map((step) => step.getAttribute('data-mark'))).toEqual(['done', 'cancelled']);
});

test('beside the statement the list stands alone, and what is taken back there is read again', async () => {
  const state = bank({ records: [waiting, paid] });
  const { user } = renderWithProviders(<WithdrawalListDialog open onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: 'My withdrawals' });
  expect(await within(dialog).findAllByText('Krung Thai Bank')).toHaveLength(2);
  expect(within(dialog).getByText('W2')).toBeTruthy();
  expect(within(dialog).getByText(`ending in ${waiting.reference.slice(-8)}`)).toBeTruthy();
  await user.click(within(dialog).getAllByRole('button', { name: 'Copy reference' })[0] as HTMLElement);
  expect(await screen.findByText(`Copied: ${waiting.reference}`)).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel withdrawal' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await screen.findByText('No withdrawals yet')).toBeTruthy();
  expect(state.cancelled).toEqual([waiting.reference]);
});

test('one of the statement stands alone with its way, and what is taken back shows that it is', async () => {
  const state = bank({ records: [paid, waiting] });
  const { user, queryClient } = renderWithProviders(
    <WithdrawalListDialog open onClose={() => undefined} entry={waiting.reference} />,
  );
  const keys = refreshedKeys(queryClient, 'listStatements');
  const dialog = await screen.findByRole('dialog', { name: 'Withdrawal' });
  expect(await within(dialog).findByText('Krung Thai Bank')).toBeTruthy();
  expect(within(dialog).getByText('Approval').closest('li')?.getAttribute('aria-current')).toBe('step');
  expect(within(dialog).queryByText('W2')).toBeNull();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel withdrawal' }));
  const question = await screen.findByRole('alertdialog');
  state.records = [paid, { ...waiting, status: 'RETURNED', canCancel: false }];
  await user.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
  await waitFor(() => expect(state.cancelled).toEqual([waiting.reference]));
  expect(keys).toContain(`["/api/wallet/withdrawals/${waiting.reference}"]`);
  expect(keys).toContain('["POST","/api/statement"]');
});

test('one that cannot be read says why and can be tried again', async () => {
  const state = bank();
  const { user } = renderWithProviders(<WithdrawalListDialog open onClose={() => undefined} entry="W2" />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  state.records = [paid];
  await user.click(retry);
  expect(await screen.findByText('Paid into your account')).toBeTruthy();
});

test('a list that cannot be loaded does not stand in the way of the form; tried again, it says that nothing was withdrawn yet', async () => {
  bank();
  refuse('post', '/api/wallet/withdrawals', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  await amountField();
  await user.click(screen.getByRole('tab', { name: 'My withdrawals' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  bank();
  await user.click(retry);
  expect(await screen.findByText('No withdrawals yet')).toBeTruthy();
});

test('it speaks Thai', async () => {
  await setLocale('th');
  bank({ records: [waiting] });
  show();
  expect(await screen.findByText('รออนุมัติ')).toBeTruthy();
});
