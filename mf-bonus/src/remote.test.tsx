import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import BonusTile from './features/bonus/bonus-tile';
import InviteTile from './features/invite/invite-tile';
import RefundTile from './features/refund/refund-tile';

test('the tiles of the home screen lead to the page and its parts', async () => {
  renderWithProviders(
    <>
      <BonusTile />
      <InviteTile />
      <RefundTile />
    </>,
  );
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['BonusComing soon', '/user/bonus'],
    ['Invite friendsComing soon', '/user/bonus#invite'],
    ['RefundComing soon', '/user/bonus#refund'],
  ]);
  await expectAccessible();
});
