import type { Slots } from '@krapao/kit/federation';
import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { games } from '../../testing/games';
import { refuse } from '../../testing/server';
import GameDialog from './game-dialog';

function Host(props: Partial<Slots['wallet.game']>) {
  const [open, setOpen] = useState(true);
  return (
    <GameDialog
      open={open}
      onClose={() => setOpen(false)}
      code="DEMOSLOT"
      isLastKnown={false}
      checking={false}
      onCheck={() => undefined}
      onTransfer={() => undefined}
      {...props}
    />
  );
}

const show = (props: Partial<Slots['wallet.game']> = {}) => renderWithProviders(<Host {...props} />);
const playButton = () => screen.findByRole('button', { name: 'Play game' });

test('an account that is not open is activated, and then shows its credentials', async () => {
  const state = games({ account: { isActive: false } });
  const { user } = show();
  expect(screen.queryByText('kp100234')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Activate' }));
  expect(await screen.findByText('kp100234')).toBeTruthy();
  expect(state.activated).toBe(1);
  expect(await playButton()).toBeTruthy();
});

test('an activation that fails says why and can be tried again', async () => {
  games({ account: { isActive: false } });
  refuse('post', '/api/wallet/activate/:code', 'GAME_ACTIVATION_FAIL', 502);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Activate' }));
  expect((await screen.findByRole('alert')).textContent).toBe('game activation failed');
  games({ account: { isActive: false } });
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  expect(await screen.findByText('kp100234')).toBeTruthy();
});

test('the password is masked until it is asked for; copying it does not show it either', async () => {
  games();
  const { user } = show();
  await screen.findByText('kp100234');
  expect(screen.queryByText('Xy7pq2Lm')).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(await screen.findByText('Copied: ••••••••')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('Xy7pq2Lm');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByText('Xy7pq2Lm')).toBeTruthy();
});

test('a new password is given after a question only, and shown', async () => {
  games();
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Reset password' }));
  const question = await screen.findByRole('alertdialog', { name: 'Reset password' });
  expect(question.textContent).toContain('Your balance stays as it is');
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  expect(await screen.findByText('Qr4tz8Wn')).toBeTruthy();
  expect(await screen.findByText('You have a new password')).toBeTruthy();
});

test('a reset that fails says so inside the question', async () => {
  games();
  refuse('post', '/api/wallet/resetpassword/:code', 'SLOT_RESET_PASSWORD_FAIL', 502);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Reset password' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  expect(await within(question).findByText('password reset failed')).toBeTruthy();
});

test('the amount can be asked for again; one that the provider did not tell is marked with its age', async () => {
  games({ account: { refreshedAt: new Date(Date.now() - 600_000).toISOString() } });
  const onCheck = vi.fn();
  const { user } = show({ isLastKnown: true, onCheck });
  expect(await screen.findByText('10 minutes ago')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh in-game amount' }));
  expect(onCheck).toHaveBeenCalledOnce();
});

test('only safe links to the apps are offered, and they open apart', async () => {
  games({ account: { android: 'https://demoslot.example/app.apk', ios: 'javascript:alert(1)' } });
  show();
  const link = await screen.findByRole('link', { name: 'App for Android' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect(screen.queryByRole('link', { name: 'App for iOS' })).toBeNull();
});

test('"transfer into game" hands over to the transfer', async () => {
  games();
  const onTransfer = vi.fn();
  const { user } = show({ onTransfer });
  await user.click(await screen.findByRole('button', { name: 'Transfer into game' }));
  expect(onTransfer).toHaveBeenCalledOnce();
});

test('it speaks Lao', async () => {
  await setLocale('la');
  games();
  show();
  expect(await screen.findByRole('button', { name: 'ຫຼິ້ນເກມ' })).toBeTruthy();
});
