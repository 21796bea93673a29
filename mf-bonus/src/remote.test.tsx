import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import BonusTile from './features/bonus/bonus-tile';
import InviteTile from './features/invite/invite-tile';
import RefundTile from './features/refund/refund-tile';
import remote from './remote';

test('every screen and every piece of the remote loads, and brings its texts', async () => {
  const loaded = await Promise.all([...remote.routes, ...remote.slots].map(({ load }) => load()));
  expect(loaded.every((module) => typeof module.default === 'function')).toBe(true);
  expect(remote.routes.map(({ path }) => path)).toEqual(['/user/bonus']);
});

test('the tiles of the home screen ask nothing of the server until they are opened', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  renderWithProviders(
    <>
      <BonusTile />
      <InviteTile />
      <RefundTile />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Bonus' }).getAttribute('href')).toBe('/user/bonus');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Invite friends', 'Refund']);
  expect(asked).not.toHaveBeenCalled();
  await expectAccessible();
});
