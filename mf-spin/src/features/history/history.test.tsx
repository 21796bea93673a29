import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { SpinHistory, SpinRecord } from '../../api/gen/model';
import { getListSpinsResponseMock } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import CheckPage from './check-page';
import HistoryPage from './history-page';

const [spin] = getListSpinsResponseMock().spins as [SpinRecord];

function records(count: number): SpinRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    ...spin,
    _id: `spin-${index}`,
    label: `Prize ${index + 1}`,
    coupon: { ...spin.coupon, _id: `coupon-${index}` },
  }));
}

function historyOf(spins: SpinRecord[]): void {
  server.use(
    http.post('*/api/spinwheel/history', async ({ request }) => {
      const { page, limit } = (await request.json()) as { page: number; limit: number };
      const shown = spins.slice((page - 1) * limit, page * limit);
      return HttpResponse.json({ total: spins.length, spins: shown } satisfies SpinHistory);
    }),
  );
}

function open(route: string) {
  return renderWithProviders(
    <Routes>
      <Route path="/user/spin/history" element={<HistoryPage />} />
      <Route path="/user/spin/check" element={<CheckPage />} />
    </Routes>,
    { route },
  );
}

test('spins are listed ten a page, and each leads to its check', async () => {
  historyOf(records(12));
  const { user } = open('/user/spin/history');
  expect(await screen.findByText('Prize 1')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(await screen.findByRole('link', { name: 'Check the spin that won Prize 12' }));
  expect(await screen.findByText('This spin was fair')).toBeTruthy();
  expect(screen.getByText(/^Prize 12 ·/)).toBeTruthy();
});

test.each([
  ['OPEN', 'To claim'],
  ['CLAIMED', 'Claimed'],
  ['EXPIRED', 'Expired'],
] as const)('a coupon that is %s is shown as "%s"', async (status, text) => {
  historyOf([{ ...spin, coupon: { ...spin.coupon, status } }]);
  open('/user/spin/history');
  expect(await screen.findByText(text)).toBeTruthy();
});

test('no spins yet leads to the wheel; a page beyond the last one leads to the first', async () => {
  historyOf([]);
  const { unmount } = open('/user/spin/history');
  expect((await screen.findByRole('link', { name: 'Spin the wheel' })).getAttribute('href')).toBe('/user/spin');
  unmount();
  historyOf(records(2));
  const { user } = open('/user/spin/history?page=9');
  await user.click(await screen.findByRole('button', { name: 'To the first page' }));
  expect(await screen.findByText('Prize 1')).toBeTruthy();
});

test('a check shows the arithmetic with every number of it', async () => {
  historyOf(records(1));
  open('/user/spin/check?coupon=coupon-0');
  expect(await screen.findByText('This spin was fair')).toBeTruthy();
  const { seed, commitment, requestId } = spin.proof;
  expect(screen.getAllByText(seed).length).toBe(1);
  expect(screen.getByText(`${seed}|S1:1,S2:9`)).toBeTruthy();
  expect(screen.getAllByText(commitment)).toHaveLength(2);
  expect(screen.getByText(requestId)).toBeTruthy();
  expect(screen.getByText(/^\d+ mod 10 = 0$/)).toBeTruthy();
  expect(screen.getByRole('row', { name: /S1 · Prize 1 1 0 – 0 ?← 0/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /S2 9 1 – 9/ })).toBeTruthy();
  await expectAccessible();
});

test('a spin with one changed byte is refused', async () => {
  const seed = `${spin.proof.seed.startsWith('0') ? '1' : '0'}${spin.proof.seed.slice(1)}`;
  historyOf([{ ...spin, proof: { ...spin.proof, seed } }]);
  open(`/user/spin/check?coupon=${spin.coupon._id}`);
  expect(await screen.findByText('This spin does not add up')).toBeTruthy();
  expect(screen.getByText('The fingerprints differ.')).toBeTruthy();
});

test('a spin that newer ones have pushed to a later page is found; an unknown one is said to be', async () => {
  historyOf(records(25));
  const { unmount } = open('/user/spin/check?coupon=coupon-24');
  expect(await screen.findByText('This spin was fair')).toBeTruthy();
  unmount();
  open('/user/spin/check?coupon=nobody');
  expect(await screen.findByText('This spin was not found')).toBeTruthy();
});
