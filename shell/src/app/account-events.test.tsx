import { keepGuestId, setToken } from '@krapao/kit/session';
import { type MockSocket, mockSocket, renderWithProviders } from '@krapao/kit/testing';
import { useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getGetProfileMockHandler, getGetProfileResponseMock } from '../api/gen/portal.msw';
import { server } from '../testing/server';
import { AccountEvents, HEAD_START_MS, WHEEL_MS } from './account-events';

/** How often each read was made. */
const reads = { wallet: 0, coupons: 0, banks: 0 };

function Screen() {
  useQuery({ queryKey: ['/api/wallet'], queryFn: () => ++reads.wallet });
  useQuery({ queryKey: ['/api/spinwheel/coupon'], queryFn: () => ++reads.coupons });
  useQuery({ queryKey: ['/api/lookup/banks'], queryFn: () => ++reads.banks });
  return <AccountEvents />;
}

const isIn = (socket: MockSocket, room: string, times = 1) =>
  waitFor(() => expect(socket.received.filter(({ data }) => 'room' in data && data.room === room)).toHaveLength(times));

const profileOf = (_id: string) => {
  const answer = getGetProfileResponseMock();
  server.use(getGetProfileMockHandler({ ...answer, profile: { ...answer.profile, _id } }));
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(reads, { wallet: 0, coupons: 0, banks: 0 });
});

afterEach(() => vi.useRealTimers());

async function openAsMember() {
  setToken('somchai', { remember: false });
  profileOf('100234');
  const socket = mockSocket();
  const rendered = renderWithProviders(<Screen />);
  await waitFor(() => expect(reads.wallet).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(HEAD_START_MS));
  await isIn(socket, 'krapao-100234');
  // What changed between the first reads and the join was told to nobody.
  await waitFor(() => expect(reads.wallet).toBe(2));
  return { ...rendered, socket };
}

it('what the server says has changed is read anew at once, and nothing else', async () => {
  const { socket } = await openAsMember();
  act(() => socket.send({ event: 'account', data: { kinds: ['balance'] } }));
  await waitFor(() => expect(reads.wallet).toBe(3));
  expect(reads).toMatchObject({ coupons: 2, banks: 1 });
  const unknown = { event: 'account', data: { kinds: ['tomorrow'] } };
  act(() => socket.send(unknown as unknown as Parameters<MockSocket['send']>[0]));
  act(() => socket.send({ event: 'account', data: { kinds: ['withdrawal'] } }));
  await waitFor(() => expect(reads.wallet).toBe(4));
});

it('the page has the network for itself at first, and a visitor opens no socket', async () => {
  const socket = mockSocket();
  renderWithProviders(<Screen />);
  await act(() => vi.advanceTimersByTimeAsync(2 * HEAD_START_MS));
  expect(socket.dialled).toEqual([]);
  act(() => setToken('somchai', { remember: false }));
  await waitFor(() => expect(socket.dialled).toHaveLength(1));
});

it('after a lost connection everything is read anew, since nobody tells what was missed', async () => {
  const { socket } = await openAsMember();
  socket.cut();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  await isIn(socket, 'krapao-100234', 2);
  await waitFor(() => expect([reads.wallet, reads.coupons]).toEqual([3, 3]));
});

it('a prize does not come into the list before the wheel stands still', async () => {
  const { socket } = await openAsMember();
  act(() => socket.send({ event: 'account', data: { kinds: ['coupon'] } }));
  await act(() => vi.advanceTimersByTimeAsync(WHEEL_MS - 1500));
  expect(reads.coupons).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(1600));
  await waitFor(() => expect(reads.coupons).toBe(3));
});

it("who chatted as a guest takes the conversation along, and another member's room is never asked for", async () => {
  const guestId = keepGuestId();
  const { socket } = await openAsMember();
  expect(socket.received[0]).toEqual({ event: 'join', data: { room: 'krapao-100234', token: 'somchai', guestId } });
  profileOf('100777');
  act(() => setToken('malee', { remember: false }));
  await isIn(socket, 'krapao-100777');
  expect(socket.received.slice(1)).toEqual([{ event: 'join', data: { room: 'krapao-100777', token: 'malee' } }]);
});
