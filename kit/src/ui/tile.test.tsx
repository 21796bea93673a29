import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAccessible, renderWithProviders } from '../testing';
import { Tile } from './tile';

test('a tile is a link, a button that swallows presses while it waits, or a notice that is neither', async () => {
  const press = vi.fn();
  const { user } = renderWithProviders(
    <>
      <Tile icon={<svg />} label="Bonus" to="/user/bonus" />
      <Tile icon={<svg />} label="Deposit" onPress={press} opensDialog />
      <Tile icon={<svg />} label="Refresh" onPress={press} loading />
      <Tile icon={<svg />} label="Withdraw" detail="Coming soon" />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Bonus' }).getAttribute('href')).toBe('/user/bonus');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(press).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Deposit' }));
  expect(press).toHaveBeenCalledOnce();
  expect(screen.getByText('Withdraw').closest('button, a')).toBeNull();
  await expectAccessible();
});
