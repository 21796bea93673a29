import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { DepositRecord } from '../../../api/gen/model';
import { getGetDepositLookupResponseMock } from '../../../api/gen/portal.msw';
import { credited, depositServer, looking } from '../../../testing/deposit-server';
import { refreshedKeys } from '../../../testing/refreshed';
import { refuse } from '../../../testing/server';
import DepositListDialog from './deposit-list-dialog';

function Host() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <output aria-label="open">{String(open)}</output>
      <DepositListDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

const show = () => renderWithProviders(<Host />);

test('each deposit tells by which way, through whom, how much, how far and why, step by step', async () => {
  const slip: DepositRecord = {
    ...looking,
    _id: 'slip-1',
    kind: 'SLIP',
    channel: 'SCB',
    amount: 0,
    status: 'FAILED',
    note: 'NOT_MATCH',
    timeline: [
      { step: 'STARTED', at: '2025-03-09T14:05:00+07:00' },
      { step: 'FAILED', at: '2025-03-09T14:06:00+07:00' },
    ],
  };
  const refused: DepositRecord = {
    ...slip,
    _id: 'claim-2',
    kind: 'CLAIM',
    note: undefined,
    reason: 'No such payment.',
  };
  const odd: DepositRecord = {
    ...looking,
    _id: 'odd',
    kind: 'NEW' as never,
    status: 'NEW' as never,
    channel: 'XBANK',
    timeline: [{ step: 'NEW' as never, at: '2025-03-09T14:05:00+07:00' }],
  };
  depositServer({ deposits: [{ ...credited, channel: 'GATEWAY2' }, slip, refused, odd] });
  show();
  const list = await screen.findByRole('list', { name: 'My deposits' });
  await within(list).findByText('PromptPay QR');
  const [first, second, third, fourth] = [...list.children].map((item) => item.textContent);
  expect(first).toContain('QR codePromptPay QR100.00 bahtSuccess');
  expect(first).toContain('QR code created09/03/2025 14:05:00Payment seen09/03/2025 14:05:30Added to your wallet');
  expect(second).toContain('SlipSiam Commercial Bank-Failed');
  expect(second).toContain('Reason: player account does not match registration');
  expect(third).toContain('Reason: No such payment.');
  expect(fourth).toContain('Bank transferXBANK500.00 bahtIn progress');
  expect(fourth).toContain('In progress09/03/2025 14:05:00Money in your wallet');
  await expectAccessible();
});

test('what the member cancelled is grey and called so; what ran out is red', async () => {
  const cancelled: DepositRecord = {
    ...looking,
    status: 'FAILED',
    timeline: [
      { step: 'STARTED', at: '2025-03-09T14:05:00+07:00' },
      { step: 'CANCELLED', at: '2025-03-09T14:06:00+07:00' },
    ],
  };
  const expired: DepositRecord = {
    ...cancelled,
    _id: 'expired',
    timeline: [
      { step: 'STARTED', at: '2025-03-09T14:05:00+07:00' },
      { step: 'EXPIRED', at: '2025-03-09T14:15:00+07:00' },
    ],
  };
  depositServer({ deposits: [cancelled, expired] });
  show();
  expect((await screen.findByText('Cancelled')).getAttribute('data-tone')).toBe('neutral');
  expect(screen.getByText('Failed').getAttribute('data-tone')).toBe('danger');
  const marks = (await screen.findAllByRole('listitem', { hidden: true })).map((item) =>
    item.getAttribute('data-mark'),
  );
  expect(marks.filter((mark) => mark !== null)).toEqual(['done', 'cancelled', 'done', 'over']);
});

test('what is in progress lies open and follows up by itself; when it is credited the member is told and the wallet read again', async () => {
  const state = depositServer({ deposits: [looking] });
  const { queryClient } = show();
  const keys = refreshedKeys(queryClient, 'getWallet', 'listStatements');
  const steps = within(await screen.findByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(steps.at(-1)?.getAttribute('aria-current')).toBe('step');
  expect(screen.getByRole('group').hasAttribute('open')).toBe(true);
  state.deposits = [
    {
      ...looking,
      status: 'SUCCESS',
      timeline: [...looking.timeline, { step: 'CREDITED', at: '2025-03-09T14:09:00+07:00' }],
    },
  ];
  expect(await screen.findByText('Deposit received: 500.00 baht')).toBeTruthy();
  expect(keys).toContain('["/api/wallet"]');
  expect(keys).toContain('["POST","/api/statement"]');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const asked = state.asked;
  await new Promise((resolve) => setTimeout(resolve, 6000));
  expect(state.asked).toBe(asked);
});

test('one of the statement stands alone, its steps open', async () => {
  depositServer({ deposits: [looking, { ...credited, channel: 'GATEWAY2' }] });
  renderWithProviders(<DepositListDialog open onClose={() => undefined} entry={credited._id} />);
  const dialog = await screen.findByRole('dialog', { name: 'Deposit' });
  expect(await within(dialog).findByText('PromptPay QR')).toBeTruthy();
  expect(within(dialog).getByRole('group').hasAttribute('open')).toBe(true);
  const steps = within(dialog).getByRole('list', { name: 'What happened' });
  expect(steps.textContent).toContain('Added to your wallet');
  expect(within(dialog).queryByText('Reported transfer')).toBeNull();
  await expectAccessible();
});

test('one that cannot be read says why and can be tried again', async () => {
  const state = depositServer();
  const { user } = renderWithProviders(<DepositListDialog open onClose={() => undefined} entry={credited._id} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  state.deposits = [credited];
  await user.click(retry);
  expect(await screen.findByText('Added to your wallet')).toBeTruthy();
});

test('a list that cannot be loaded can be tried again; who has no deposits is told so', async () => {
  depositServer();
  refuse('post', '/api/wallet/deposits', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  depositServer();
  await user.click(retry);
  expect(await screen.findByText('No deposits yet')).toBeTruthy();
  await expectAccessible();
});

test('the back button closes it', async () => {
  depositServer({ deposits: [credited] });
  show();
  await screen.findByRole('list', { name: 'My deposits' });
  await waitFor(() => expect(window.history.state?.krapaoLayer).toBeTruthy());
  window.history.back();
  await waitFor(() => expect(screen.getByLabelText('open').textContent).toBe('false'));
});

test('it speaks Thai, with the bank by its Thai name', async () => {
  await setLocale('th');
  const [bank] = getGetDepositLookupResponseMock().banks;
  depositServer({ deposits: [{ ...looking, kind: 'BANK', channel: bank?.bankCode ?? '' }] });
  show();
  expect(await screen.findByText('ธนาคารไทยพาณิชย์')).toBeTruthy();
  expect(screen.getByText('ทีมงานกำลังตรวจสอบ')).toBeTruthy();
});

test('a deposit that a person checks says why, and a reason that is not known is said in general words', async () => {
  const small: DepositRecord = { ...looking, _id: 'small', reviewReason: 'BELOW_MINIMUM' };
  const odd = { ...looking, _id: 'odd', reviewReason: 'NEW' as never };
  depositServer({ deposits: [{ ...looking, reviewReason: 'LATE' }, small, odd] });
  show();
  expect(await screen.findByText('The gift is worth less than the smallest deposit.')).toBeTruthy();
  expect(await screen.findByText('It was paid after the time ran out, or after it was cancelled.')).toBeTruthy();
  expect(screen.getByText('Our team needs to look into it.')).toBeTruthy();
});
