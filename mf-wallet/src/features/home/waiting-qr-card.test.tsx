import type { Slots as Places } from '@krapao/kit/federation';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getGetWaitingQrCodeQueryKey } from '../../api/gen/portal';
import { refuse, server } from '../../testing/server';
import { Slots } from '../../testing/slots';
import HomePage from './home-page';

const Deposit = ({ open }: Places['wallet.deposit']) => <output aria-label="deposit">{String(open)}</output>;
const show = () =>
  renderWithProviders(
    <Slots fill={{ 'wallet.deposit': Deposit }}>
      <HomePage />
    </Slots>,
    { route: '/user/home' },
  );

const waitingQr = {
  hasQrcode: true,
  qrcodeId: 'qr-1',
  gatewayCode: 'KBANKQR',
  status: 'ACTIVE',
  amount: 500,
  expireIn: new Date(Date.now() + 300_000).toISOString(),
} as const;

/** The server's QR code that waits, as it is from now on. */
function waits(answer: object): void {
  server.use(http.get('*/api/wallet/qrcode', () => HttpResponse.json(answer)));
}

test('a QR code that waits is a card with its amount and its time, and leads to the deposits', async () => {
  waits(waitingQr);
  const { user } = show();
  const card = await screen.findByRole('button', { name: /^A QR code waits to be paid 500\.00/ });
  expect(screen.queryByRole('button', { name: /A QR code.*Time left/ })).toBeNull();
  expect(document.getElementById(card.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^Time left 0[45]:\d\d$/,
  );
  expect(screen.queryByRole('timer'), 'its name would be read in the place of its digits').toBeNull();
  expect(card.textContent).toMatch(/500\.00 baht.*Time left 0[45]:\d\d/);
  await expectAccessible();
  await user.click(card);
  await waitFor(() => expect(screen.getByLabelText('deposit').textContent).toBe('true'));
});

test.each([
  ['none', { hasQrcode: false }],
  ['one that has run out', { ...waitingQr, expireIn: new Date(Date.now() - 1000).toISOString() }],
])('no card stands there for %s', async (_, answer) => {
  waits(answer);
  const { queryClient } = show();
  await screen.findByText('Somchai');
  await waitFor(() => expect(queryClient.getQueryData(getGetWaitingQrCodeQueryKey())).toEqual(answer));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50))); // what it shows is drawn
  expect(screen.queryByText('A QR code waits to be paid')).toBeNull();
});

test('home stands also where the QR code that waits cannot be asked for', async () => {
  refuse('get', '/api/wallet/qrcode', 'NO_DATA', 404);
  const { queryClient } = show();
  await waitFor(() => expect(queryClient.getQueryState(getGetWaitingQrCodeQueryKey())?.status).toBe('error'));
  expect(await screen.findByText('Somchai')).toBeTruthy();
  expect(screen.queryByText('A QR code waits to be paid')).toBeNull();
});
