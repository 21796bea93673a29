import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { GameAccount, TransferRequest, TransferResult } from '../../api/gen/model';
import { getGetWalletResponseMock, getTransferFundsResponseMock } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import TransferDialog from './transfer-dialog';

const wallet = getGetWalletResponseMock();
const [slot, sport] = wallet.slots as [GameAccount, GameAccount];

/** A server that answers transfers with `answers`, one after another; notes bodies and keys. */
function bank(...answers: (Partial<TransferResult> | 'dead')[]) {
  const state = { bodies: [] as TransferRequest[], keys: [] as string[] };
  server.use(
    http.get('*/api/wallet', () => HttpResponse.json(wallet)),
    http.post('*/api/wallet/transfer', async ({ request }) => {
      const body = (await request.json()) as TransferRequest;
      const answer = answers[Math.min(state.bodies.length, answers.length - 1)] ?? {};
      state.bodies.push(body);
      state.keys.push(request.headers.get('Idempotency-Key') ?? '');
      if (answer === 'dead') return HttpResponse.error();
      const result = { ...getTransferFundsResponseMock(), ...body, status: 'SETTLED', ...answer };
      return HttpResponse.json(result, { status: result.status === 'SETTLED' ? 200 : 202 });
    }),
  );
  return state;
}

function Host({ to }: { to?: string }) {
  const [open, setOpen] = useState(true);
  const [closed, setClosed] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <output aria-label="closed">{closed}</output>
      <TransferDialog
        open={open}
        to={to}
        onClose={(changed) => {
          setOpen(false);
          setClosed(changed ? 'changed' : 'unchanged');
        }}
      />
    </>
  );
}

const show = (to?: string) => renderWithProviders(<Host to={to} />);
const amountField = () => screen.findByLabelText('Amount');
const sendButton = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Transfer' });

test('only the wallet and open game accounts can be chosen, each with what it holds', async () => {
  bank();
  show();
  const from = await screen.findByRole('combobox', { name: 'From' });
  const names = within(from)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(names).toEqual(['Wallet · 1,250.50\u00a0baht', 'Demo Slot · 200.00\u00a0baht']);
  await expectAccessible();
});

test('what is missing or wrong is said before anything is sent', async () => {
  const { bodies } = bank();
  const { user } = show();
  await amountField();
  await user.click(sendButton());
  expect(screen.getByText('Please select correct account')).toBeTruthy();
  expect(screen.getByText('Minimum amount is 1.00 baht')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'WALLET');
  expect(screen.getByText('Cannot transfer to or from same account')).toBeTruthy();
  await user.type(await amountField(), '0.99');
  expect(screen.getByText('Minimum amount is 1.00 baht')).toBeTruthy();
  expect(bodies).toEqual([]);
});

test('what is wrong is said in the language of now, and a lone point is below the minimum', async () => {
  bank();
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '.{Enter}');
  expect(await screen.findByText('Minimum amount is 1.00 baht')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'WALLET');
  await act(() => setLocale('th'));
  await waitFor(() => expect(screen.queryByText(/Minimum amount|Cannot transfer|Invalid/)).toBeNull());
});

test('a transfer that arrives says so, and closing tells that money moved', async () => {
  const { bodies } = bank();
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '100.50');
  await user.click(sendButton());
  expect(await screen.findByText('Transferred 100.50 baht from Wallet to Demo Slot')).toBeTruthy();
  expect(screen.getByText('success')).toBeTruthy();
  await expectAccessible();
  expect(bodies).toEqual([{ from: 'WALLET', to: 'DEMOSLOT', amount: 100.5 }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByLabelText('closed').textContent).toBe('changed');
});

test('"all" is everything the account holds, and from and to can be swapped', async () => {
  const { bodies } = bank();
  const { user } = show('DEMOSLOT');
  await user.click(await screen.findByRole('button', { name: 'Swap from and to' }));
  await user.click(screen.getByRole('button', { name: 'All: 200.00\u00a0baht' }));
  await user.click(sendButton());
  await screen.findByText(/Transferred 200.00 baht from Demo Slot to Wallet/);
  expect(bodies).toEqual([{ from: 'DEMOSLOT', to: 'WALLET', amount: 200 }]);
});

test.each([
  ['TRANSFER_FAIL', 'failed transfer; funds have been returned to wallet'],
  ['MONEY_NOT_ENOUGH', 'insufficient funds'],
  ['NOT_DEMOSLOT', 'unable to find user in Demo Slot'],
])('%s is said in the form, which keeps what was entered', async (code, text) => {
  bank();
  refuse('post', '/api/wallet/transfer', code, 409);
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '100');
  await user.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toBe(`error${text}`);
  expect((await amountField()).getAttribute('value')).toBe('100');
});

test('after a dead network the same transfer is sent with the same key, so it never doubles', async () => {
  const { keys } = bank('dead', {});
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '77');
  await user.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toContain('no connection');
  expect(screen.getByText(/Trying again is safe/)).toBeTruthy();
  expect(screen.getByText('77.00 baht')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Transferred 77.00 baht/);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('a transfer that was being sent when the page was reloaded is offered to be finished, and moves the money once', async () => {
  let arrived = 0;
  bank();
  server.use(
    http.post('*/api/wallet/transfer', async () => {
      arrived += 1;
      await new Promise(() => undefined);
    }),
  );
  const before = show('DEMOSLOT');
  await before.user.type(await amountField(), '77');
  await before.user.click(sendButton());
  await waitFor(() => expect(arrived).toBe(1));
  before.unmount();
  const { bodies, keys } = bank();
  const sent = Object.values(JSON.parse(sessionStorage.getItem('intents') ?? '').intents as object) as {
    key: string;
  }[];
  const { user } = show();
  expect(await screen.findByText('We do not know yet how this ended')).toBeTruthy();
  expect(await screen.findByText('Wallet → Demo Slot')).toBeTruthy();
  expect(bodies).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Transferred 77.00 baht from Wallet to Demo Slot')).toBeTruthy();
  expect(bodies).toEqual([{ from: 'WALLET', to: 'DEMOSLOT', amount: 77 }]);
  expect(keys).toEqual([sent[0]?.key]);
});

test('what nobody knows the end of can be given up for another transfer, which is new', async () => {
  const { bodies, keys } = bank('dead', {});
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '77');
  await user.click(sendButton());
  await user.click(await screen.findByRole('button', { name: 'Start a new one' }));
  await user.type(await amountField(), '8');
  await user.click(sendButton());
  await screen.findByText(/Transferred 8.00 baht/);
  expect(bodies.map(({ amount }) => amount)).toEqual([77, 8]);
  expect(keys[1]).not.toBe(keys[0]);
});

test.each([
  ['', 'PENDING'],
  [', under a name that this client does not know,', 'ON_HOLD'],
])(
  'a transfer in transit%s is in progress, neither success nor error, and is followed until it has arrived',
  async (_name, status) => {
    const underWay = { status: status as 'PENDING' };
    const { keys } = bank(underWay, underWay, {});
    const { user } = show('DEMOSLOT');
    await user.type(await amountField(), '5');
    await user.click(sendButton());
    expect(await screen.findByText('The transfer is in progress')).toBeTruthy();
    expect(screen.queryByText('success')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await expectAccessible();
    expect(await screen.findByText(/Transferred 5.00 baht/)).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
  },
);

test('closed while in transit it tells the end all the same', async () => {
  bank({ status: 'PENDING' }, {});
  const { user } = show('DEMOSLOT');
  await user.type(await amountField(), '6');
  await user.click(sendButton());
  await screen.findByText('The transfer is in progress');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('closed').textContent).toBe('changed');
  expect(await screen.findByText(/Transferred 6.00 baht/)).toBeTruthy();
});

test('who has no open game account is told what to do', async () => {
  server.use(http.get('*/api/wallet', () => HttpResponse.json({ ...wallet, slots: [sport] })));
  show();
  expect(await screen.findByText('No game account yet')).toBeTruthy();
});

test('a wallet that cannot be loaded can be tried again', async () => {
  refuse('get', '/api/wallet', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  bank();
  await user.click(retry);
  expect(await amountField()).toBeTruthy();
});

test('it speaks Thai', async () => {
  await setLocale('th');
  bank();
  show(slot.code);
  expect(await screen.findByRole('dialog', { name: 'โอนเงิน' })).toBeTruthy();
  expect(await screen.findByLabelText('จำนวนเงิน')).toBeTruthy();
});
