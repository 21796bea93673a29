import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DepositBank, QrCode } from '../../api/gen/model';
import { getGetDepositLookupResponseMock } from '../../api/gen/portal.msw';
import { refreshedKeys } from '../../testing/refreshed';
import { refuse, server } from '../../testing/server';
import DepositDialog from './deposit-dialog';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h7v1H0z"/></svg>';
const [account, gateway] = getGetDepositLookupResponseMock().banks as [DepositBank, DepositBank];
const second: DepositBank = {
  ...gateway,
  gatewayCode: 'GATEWAY3',
  bank: { nameTH: 'สำรอง', nameEN: 'Backup QR' },
  minDeposit: 10,
};

const shown = (over: Partial<QrCode> = {}): QrCode => ({
  hasQrcode: true,
  qrcodeId: 'qr-1',
  gatewayCode: 'GATEWAY2',
  status: 'ACTIVE',
  qrcode: SVG,
  payload: 'x',
  amount: 200,
  expireIn: new Date(Date.now() + 600_000).toISOString(),
  ...over,
});

/** A gateway's server: what it has now, what it answers to an order, and what was asked of it. */
function gateways(input: { banks?: DepositBank[]; current?: QrCode; order?: (body: unknown) => QrCode } = {}) {
  const state = {
    current: input.current ?? ({ hasQrcode: false } as QrCode),
    orders: [] as unknown[],
    keys: [] as string[],
    cancelled: [] as string[],
    reads: [] as string[],
  };
  server.use(
    http.get('*/api/lookup/deposit', () =>
      HttpResponse.json({ banks: input.banks ?? [account, gateway], wallets: [], isManual: false }),
    ),
    http.get('*/api/qrcode/:code', ({ params }) => {
      state.reads.push(String(params.code));
      return HttpResponse.json(params.code === 'GATEWAY2' ? state.current : { hasQrcode: false });
    }),
    http.post('*/api/qrcode/:code', async ({ request }) => {
      const body = await request.json();
      state.orders.push(body);
      state.keys.push(request.headers.get('Idempotency-Key') ?? '');
      const answer = input.order?.(body) ?? shown();
      if (answer.hasQrcode) state.current = answer;
      return HttpResponse.json(answer);
    }),
    http.delete('*/api/qrcode/:id', ({ params }) => {
      state.cancelled.push(String(params.id));
      state.current = { hasQrcode: false };
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  return state;
}

function Host({ onClose }: { onClose?: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <DepositDialog
        open={open}
        phone="0812345678"
        onClose={() => {
          setOpen(false);
          onClose?.();
        }}
      />
    </>
  );
}

const show = (onClose?: () => void) => renderWithProviders(<Host onClose={onClose} />);
const amountField = () => screen.findByLabelText(/Amount to deposit/);
const createButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create QR code' });

test('an amount below the minimum cannot be sent, and says so once the field is left', async () => {
  gateways();
  const { user } = show();
  const field = await amountField();
  expect(createButton().disabled).toBe(true);
  await user.type(field, '99.99');
  expect(createButton().disabled).toBe(true);
  await user.tab();
  expect(screen.getByRole('alert').textContent).toContain('The smallest deposit here is 100.00\u00a0baht');
  await user.clear(field);
  await user.type(field, '100');
  expect(createButton().disabled).toBe(false);
  await expectAccessible();
});

test('an amount that no QR code can ask for cannot be sent, and says how much can', async () => {
  const state = gateways();
  const { user } = show();
  await user.type(await amountField(), '99999999999');
  expect(screen.getByRole('alert').textContent).toContain(
    'The largest deposit by QR code is 9,999,999,999.99\u00a0baht',
  );
  expect(createButton().disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(state.orders).toEqual([]);
});

test('a quick amount becomes a QR code with its amount, its time and a picture', async () => {
  const state = gateways();
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '200' }));
  await user.click(createButton());
  expect((await screen.findByRole('img', { name: 'PromptPay QR, 200.00\u00a0baht' })).getAttribute('src')).toMatch(
    /^data:image\/svg/,
  );
  expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|09:5\d)$/);
  expect(screen.getByText('Waiting for your payment')).toBeTruthy();
  expect(state.orders).toEqual([{ amount: 200 }]);
  await expectAccessible();
});

test('an order that went unanswered is repeated under the same key; a new wish gets a new one', async () => {
  const state = gateways({ order: () => ({ hasQrcode: false, message: 'QR_FAIL' }) });
  const keys: string[] = [];
  server.use(
    http.post(
      '*/api/qrcode/:code',
      ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key') ?? '');
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '200' }));
  await user.click(createButton());
  expect(await screen.findByText(/We do not know yet how this ended/)).toBeTruthy();
  expect(screen.queryByText(/no connection/)).toBeNull();
  await user.click(createButton());
  expect(await screen.findByText('unable to generate QR code, please try again', { exact: false })).toBeTruthy();
  await user.click(createButton());
  await waitFor(() => expect(state.keys).toHaveLength(2));
  expect(state.keys[0]).toBe(keys[0]);
  expect(state.keys[1]).not.toBe(keys[0]);
});

test('a QR code made before is there again when the dialog opens', async () => {
  gateways({ current: shown({ amount: 500 }) });
  show();
  expect(await screen.findByRole('img', { name: 'PromptPay QR, 500.00\u00a0baht' })).toBeTruthy();
});

test('a payment is noticed within seconds: success, wallet and statement read again, and the dialog closes by itself', async () => {
  const state = gateways({ current: shown() });
  const onClose = vi.fn();
  const { queryClient } = show(onClose);
  const keys = refreshedKeys(queryClient, 'listStatements');
  await screen.findByRole('img', { name: /PromptPay/ });
  state.current = { hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status: 'PAID' };
  expect(await screen.findByText('Deposit received: 200.00 baht')).toBeTruthy();
  expect(screen.getByText('The money is in your wallet.')).toBeTruthy();
  expect(keys).toContain('["/api/wallet"]');
  expect(keys).toContain('["POST","/api/statement"]');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryAllByText('Deposit received: 200.00 baht').length).toBeLessThan(2);
});

test('whoever closes the dialog after paying is still told when the money arrives', async () => {
  const state = gateways({ current: shown() });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'I have paid' }));
  expect(await screen.findByText(/We are checking/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  state.current = { hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status: 'PAID' };
  expect(await screen.findByText('Deposit received: 200.00 baht')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(await amountField()).toBeTruthy();
});

test('at 00:00 the QR code is dropped with an explanation, and a new one can be made', async () => {
  const state = gateways({ current: shown() });
  const { user } = show();
  await screen.findByRole('img', { name: /PromptPay/ });
  vi.useFakeTimers({ now: Date.now() + 600_001, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await screen.findByText('This QR code has run out')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /PromptPay/ })).toBeNull();
  expect(screen.getByText(/One that came too late goes to our team/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^I have transferred/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^My deposits/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Contact us/ }).getAttribute('href')).toBe('/user/contact');
  await expectAccessible();
  state.current = { hasQrcode: false };
  await user.click(screen.getByRole('button', { name: 'Create a new one' }));
  expect(await amountField()).toBeTruthy();
});

test('a QR code that ran out and is left open is not asked about for ever', async () => {
  const state = gateways({ current: shown({ expireIn: new Date(Date.now() - 16_000).toISOString() }) });
  const { queryClient } = show();
  expect(await screen.findByText('This QR code has run out')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const asked = state.reads.length;
  await new Promise((resolve) => setTimeout(resolve, 7000));
  expect(state.reads).toHaveLength(asked);
});

/** Presses cancel, and answers the question with a button. */
async function cancelQr(user: ReturnType<typeof show>['user'], answer: string) {
  await user.click(await screen.findByRole('button', { name: 'Cancel QR code' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this QR code?' });
  await user.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

test('cancelling asks first, then deletes the QR code and empties the tab', async () => {
  const state = gateways({ current: shown() });
  const { user } = show();
  await cancelQr(user, 'Keep it');
  expect(screen.getByText('Waiting for your payment')).toBeTruthy();
  expect(state.cancelled).toEqual([]);
  await cancelQr(user, 'Cancel QR code');
  expect(await amountField()).toBeTruthy();
  expect(state.cancelled).toEqual(['qr-1']);
});

test('a QR code that was paid before it could be cancelled counts as paid', async () => {
  const state = gateways({ current: shown() });
  const { user } = show();
  await screen.findByRole('button', { name: 'Cancel QR code' });
  refuse('delete', '/api/qrcode/qr-1', 'QR_PAID', 409);
  state.current = { hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status: 'PAID' };
  await cancelQr(user, 'Cancel QR code');
  expect(await screen.findByText('The money is in your wallet.')).toBeTruthy();
});

test('a QR code that is alive elsewhere is named, and can be replaced', async () => {
  let refused = false;
  const state = gateways({
    order: () => {
      if (refused) return shown({ qrcodeId: 'qr-2' });
      refused = true;
      return { hasQrcode: false, message: 'QR_ACTIVE', qrcodeId: 'qr-9', gatewayCode: 'GATEWAY3', amount: 150 };
    },
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '200' }));
  await user.click(createButton());
  expect((await screen.findByRole('alert')).textContent).toContain('You still have a QR code for 150.00\u00a0baht');
  await user.click(screen.getByRole('button', { name: 'Cancel it, create new' }));
  expect(await screen.findByRole('img', { name: 'PromptPay QR, 200.00\u00a0baht' })).toBeTruthy();
  expect(state.cancelled).toEqual(['qr-9']);
});

test('with several gateways one is chosen, its own minimum holds, and creating makes the others ask again', async () => {
  const state = gateways({ banks: [gateway, second], order: () => shown({ amount: 50, gatewayCode: 'GATEWAY3' }) });
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Backup QR/ }));
  await user.type(await amountField(), '50');
  const before = state.reads.filter((code) => code === 'GATEWAY2').length;
  await user.click(createButton());
  expect(await screen.findByRole('img', { name: 'Backup QR, 50.00\u00a0baht' })).toBeTruthy();
  await waitFor(() => expect(state.reads.filter((code) => code === 'GATEWAY2').length).toBeGreaterThan(before));
  await expectAccessible();
});

test("a gateway's minimum is checked when it is chosen: a wrong problem goes, and a shut button says why", async () => {
  gateways({ banks: [gateway, second] });
  const { user } = show();
  await user.type(await amountField(), '50');
  await user.tab();
  expect(screen.getByText('The smallest deposit here is 100.00 baht')).toBeTruthy();
  const [first, backup] = screen.getAllByRole('radio') as [HTMLElement, HTMLElement];
  await user.click(backup);
  await waitFor(() => expect(screen.queryByText(/The smallest deposit here/)).toBeNull());
  expect(createButton().disabled).toBe(false);
  await user.click(first);
  expect(await screen.findByText('The smallest deposit here is 100.00 baht')).toBeTruthy();
  expect(createButton().disabled).toBe(true);
});

test('a problem is said in the language that is spoken now, and no lone point speaks English', async () => {
  gateways();
  const { user } = show();
  await user.type(await amountField(), '.');
  await user.tab();
  expect(await screen.findByText('The smallest deposit here is 100.00 baht')).toBeTruthy();
  await act(() => setLocale('th'));
  await waitFor(() => expect(screen.queryByText(/The smallest deposit here|Invalid input/)).toBeNull());
  expect(screen.getByRole('alert').textContent).toContain('100.00');
});

test.each([
  ['1,000,000,000.00', '1000000000.00'],
  ['999,999,999,999.99', '999999999999.99'],
  ['1,000,000,000,000', ''],
])('an amount that is pasted as %s is "%s": it is never cut', async (pasted, entered) => {
  gateways();
  const { user } = show();
  const field = (await amountField()) as HTMLInputElement;
  await user.click(field);
  await user.paste(pasted);
  expect(field.value).toBe(entered);
});

test('a bank account shows its number to copy; without any channel the way to support is shown', async () => {
  gateways();
  const { user, unmount } = show();
  await user.click(await screen.findByRole('tab', { name: 'Bank' }));
  expect(await screen.findByText('111-222-3334')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy account number' }));
  expect(await screen.findByText('Copied: 1112223334')).toBeTruthy();
  await expectAccessible();
  unmount();
  gateways({ banks: [] });
  show();
  expect(await screen.findByText('No way to deposit right now')).toBeTruthy();
});

test('channels that cannot be loaded say so and can be tried again', async () => {
  gateways();
  refuse('get', '/api/lookup/deposit', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  gateways();
  await user.click(retry);
  expect(await amountField()).toBeTruthy();
});

test.each([
  ['PAID', 'Deposit received'],
  ['REVIEW', 'We have seen your payment'],
] as const)('a QR code that was paid while it was being made (%s) is no failure', async (status, said) => {
  gateways({ order: () => ({ hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status }) });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '200' }));
  await user.click(createButton());
  expect(await screen.findByText(said, { exact: false })).toBeTruthy();
  expect(screen.queryByText('unable to generate QR code', { exact: false })).toBeNull();
});

test('a payment that a person checks is shown as seen, and the code is not said to be useless', async () => {
  const state = gateways({ current: shown() });
  show();
  await screen.findByRole('img', { name: /PromptPay/ });
  state.current = { hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status: 'REVIEW' };
  expect(await screen.findByText('We have seen your payment')).toBeTruthy();
  expect(screen.getByText(/Please do not pay again/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create a new one' })).toBeNull();
});
