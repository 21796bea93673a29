import { renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { QrCode, StatementPage } from './api/gen/model';
import { getGetQrCodeResponseMock, getGetWalletResponseMock } from './api/gen/portal.msw';
import remote from './remote';
import { server } from './testing/server';
import { type Fill, Slots } from './testing/slots';

async function screens() {
  const slots = await Promise.all(remote.slots.map(async ({ slot, load }) => [slot, (await load()).default] as const));
  const routes = await Promise.all(
    remote.routes.map(async ({ path, load }) => [path, (await load()).default] as const),
  );
  return { fill: Object.fromEntries(slots) as Fill, routes };
}

test('from an empty history to the first deposit: the money shows on home', async () => {
  let paid = false;
  const example = getGetWalletResponseMock();
  const qr: QrCode = {
    ...getGetQrCodeResponseMock(),
    gatewayCode: 'GATEWAY2',
    amount: 100,
    status: 'ACTIVE',
    expireIn: new Date(Date.now() + 600_000).toISOString(),
  };
  let current: QrCode = { hasQrcode: false };
  server.use(
    http.get('*/api/wallet', () => HttpResponse.json({ ...example, slots: [], wallet: { amount: paid ? 100 : 0 } })),
    http.post('*/api/statement', () => HttpResponse.json({ total: 0, statements: [] } satisfies StatementPage)),
    http.get('*/api/qrcode/:code', () => HttpResponse.json(current)),
    http.post('*/api/qrcode/:code', () => {
      current = qr;
      return HttpResponse.json(qr);
    }),
  );
  const { fill, routes } = await screens();
  const { user } = renderWithProviders(
    <Slots fill={fill}>
      <Routes>
        {routes.map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Routes>
    </Slots>,
    { route: '/user/statement' },
  );
  await user.click(await screen.findByRole('link', { name: 'Make your first deposit' }));
  await user.click(await screen.findByRole('button', { name: '100' }));
  await user.click(screen.getByRole('button', { name: 'Create QR code' }));
  await screen.findByRole('img', { name: 'PromptPay QR, 100.00\u00a0baht' });
  paid = true;
  current = { hasQrcode: false, qrcodeId: qr.qrcodeId, gatewayCode: 'GATEWAY2', amount: 100, status: 'PAID' };
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('100.00 baht')).toBeTruthy();
});
