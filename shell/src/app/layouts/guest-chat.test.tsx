import { SlotHostContext } from '@krapao/kit/federation';
import { getConnection } from '@krapao/kit/realtime';
import { clearSession, getGuestId, keepGuestId } from '@krapao/kit/session';
import { mockSocket, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { GuestChat } from './guest-chat';

function show() {
  renderWithProviders(
    <SlotHostContext value={{ fills: () => [], failed: () => null }}>
      <GuestChat />
    </SlotHostContext>,
  );
}

beforeEach(() => clearSession());

it('a guest who talked before is in the room of the talk', async () => {
  const guestId = keepGuestId();
  const socket = mockSocket();
  show();
  await waitFor(() => expect(socket.received[0]?.data).toMatchObject({ guestId }));
  expect(getGuestId()).toBe(guestId);
});

it('an id that the server no longer knows is forgotten, and its room is left', async () => {
  keepGuestId();
  const socket = mockSocket();
  socket.refusal = 'UNAUTHORIZED';
  show();
  await waitFor(() => expect(socket.received).toHaveLength(1));
  await waitFor(() => expect(getGuestId()).toBeNull());
  await waitFor(() => expect(getConnection().kind).toBe('closed'));
  expect(socket.isOpen).toBe(false);
  expect(await screen.findByRole('button', { name: 'Chat with admin' })).toBeTruthy();
});
