import { renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Legs } from './legs';

const leg = {
  from: 'DEMOSLOT',
  to: 'WALLET',
  amount: 25_000,
  reference: 'T1',
  status: 'SETTLED',
  heldBy: 'WALLET',
} as const;

test.each([
  ["a game's that is in the wallet is back", leg, 'DEMOSLOT 25,000.00 kip back in your wallet'],
  [
    "a game's that never left",
    { ...leg, status: 'FAILED', heldBy: 'DEMOSLOT' },
    'DEMOSLOT 25,000.00 kip still in: DEMOSLOT',
  ],
  [
    "the wallet's that never left is still there",
    { ...leg, from: 'WALLET', to: 'DEMOSLOT', status: 'FAILED' },
    'Wallet 25,000.00 kip still in: Wallet',
  ],
  ['what nobody holds is on its way', { ...leg, status: 'PENDING', heldBy: null }, 'DEMOSLOT 25,000.00 kip on its way'],
] as const)('%s', (_, told, text) => {
  renderWithProviders(<Legs legs={[told]} currency="LAK" nameOf={(code) => (code === 'WALLET' ? 'Wallet' : code)} />);
  expect(screen.getByRole('listitem').textContent).toBe(text);
});
