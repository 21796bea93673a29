import { renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import type { DepositBank, QrCode } from '../../../api/gen/model';
import { getGetDepositLookupResponseMock } from '../../../api/gen/portal.msw';
import { depositServer } from '../../../testing/deposit-server';
import { server } from '../../../testing/server';
import DepositDialog from '../deposit-dialog';

const [account] = getGetDepositLookupResponseMock().banks as [DepositBank];
const waiting: QrCode = {
  hasQrcode: true,
  qrcodeId: 'qr-1',
  gatewayCode: 'CLOSED',
  status: 'ACTIVE',
  qrcode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h7v1H0z"/></svg>',
  payload: 'x',
  amount: 500,
  expireIn: new Date(Date.now() + 600_000).toISOString(),
};

/** A QR code waits at a channel that is in the lookup no more; only these banks are. */
function closed(banks: DepositBank[]): void {
  depositServer({ lookup: { banks, wallets: [], isManual: false } });
  let current = waiting;
  server.use(
    http.get('*/api/wallet/qrcode', () => HttpResponse.json(current)),
    http.get('*/api/qrcode/:code', ({ params }) =>
      HttpResponse.json(params.code === 'CLOSED' ? current : { hasQrcode: false }),
    ),
    http.delete('*/api/qrcode/:id', () => {
      current = { hasQrcode: false };
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
}

test.each([
  ['a bank account is left', [account]],
  ['nothing is left', []],
])('a QR code that waits is shown also when its channel takes no new ones: %s', async (_, banks) => {
  closed(banks);
  const { user } = renderWithProviders(<DepositDialog open onClose={() => undefined} phone="0812345678" />);
  expect(await screen.findByRole('img', { name: 'CLOSED, 500.00\u00a0baht' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel QR code' }));
  const [, confirm] = await screen.findAllByRole('button', { name: 'Cancel QR code', hidden: true });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('img', { name: /^CLOSED/ })).toBeNull());
});
