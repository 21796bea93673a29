import { renderWithProviders } from '@krapao/kit/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import { Slots } from '../../testing/slots';
import HomePage from './home-page';

/** A dialog whose code is there. */
const there = (name: string) =>
  function Piece({ open }: { open: boolean }) {
    return <p>{`${name} ${open ? 'open' : 'closed'}`}</p>;
  };

function show() {
  return renderWithProviders(
    <Slots
      fill={{
        'wallet.deposit': there('Deposit'),
        'wallet.withdraw': there('Withdraw'),
        'wallet.transfer': there('Transfer'),
        'wallet.game': there('Game'),
      }}
    >
      <HomePage />
    </Slots>,
  );
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  vi.restoreAllMocks();
});

test.each([
  ['the pointer or a finger', (opener: HTMLElement) => void fireEvent.pointerEnter(opener)],
  ['the focus', (opener: HTMLElement) => void fireEvent.focus(opener)],
])("a dialog's code is asked for when %s comes to its button, and the dialog stays closed", async (_, come) => {
  const [game] = getGetWalletResponseMock().slots;
  show();
  for (const name of ['Deposit', 'Withdraw', 'Transfer', new RegExp(`^${game?.name}`)]) {
    const opener = await screen.findByRole('button', { name });
    const dialog = typeof name === 'string' ? name : 'Game';
    expect(screen.queryByText(`${dialog} closed`), dialog).toBeNull();
    await act(async () => come(opener));
    expect(await screen.findByText(`${dialog} closed`), dialog).toBeTruthy();
  }
});

test('for a member who saves data nothing is asked for before a press', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  const { user } = show();
  const opener = await screen.findByRole('button', { name: 'Deposit' });
  fireEvent.pointerEnter(opener);
  fireEvent.focus(opener);
  expect(screen.queryByText('Deposit closed')).toBeNull();
  await user.click(opener);
  expect(screen.getByText('Deposit open')).toBeTruthy();
});

test('code that did not come is told to who has pressed, and not to who was only near', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = renderWithProviders(
    <Slots
      fill={{
        'wallet.deposit': () => {
          throw new Error('did not come');
        },
      }}
    >
      <HomePage />
    </Slots>,
  );
  const opener = await screen.findByRole('button', { name: 'Deposit' });
  fireEvent.pointerEnter(opener);
  expect(screen.queryByText(/did not come/)).toBeNull();
  await user.click(opener);
  expect(await screen.findByText(/did not come/)).toBeTruthy();
});
