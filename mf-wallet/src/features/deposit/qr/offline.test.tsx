import { renderWithProviders } from '@krapao/kit/testing';
import { act, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import type { QrCode } from '../../../api/gen/model';
import { getGetDepositLookupResponseMock } from '../../../api/gen/portal.msw';
import { depositServer } from '../../../testing/deposit-server';
import { server } from '../../../testing/server';
import DepositDialog from '../deposit-dialog';

afterEach(() => vi.restoreAllMocks());

test('without a connection a code stays, says so at once, and is asked about as soon as there is one', async () => {
  depositServer({ lookup: { ...getGetDepositLookupResponseMock(), isManual: false } });
  let current: QrCode = {
    hasQrcode: true,
    qrcodeId: 'qr-1',
    gatewayCode: 'GATEWAY2',
    status: 'ACTIVE',
    qrcode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h7v1H0z"/></svg>',
    payload: 'x',
    amount: 200,
    expireIn: new Date(Date.now() + 600_000).toISOString(),
  };
  server.use(
    http.get('*/api/wallet/qrcode', () => HttpResponse.json(current)),
    http.get('*/api/qrcode/:code', () => HttpResponse.json(current)),
  );
  renderWithProviders(<DepositDialog open onClose={() => undefined} phone="0812345678" />);
  expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(/^No internet connection/)).toBeTruthy();
  expect(screen.getByRole('img', { name: /200\.00/ })).toBeTruthy();

  current = { hasQrcode: false, qrcodeId: 'qr-1', gatewayCode: 'GATEWAY2', amount: 200, status: 'PAID' };
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Deposit received: 200.00 baht')).toBeTruthy();
});
