import { type SlotFill, SlotHostContext } from '@krapao/kit/federation';
import { renderWithProviders } from '@krapao/kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import HomePage from './home-page';

/** Home with a host whose dialogs' code comes as `read` says. */
function show(read: (slot: string) => Promise<void> = async () => undefined) {
  const asked = vi.fn(read);
  const loads = new Map<string, ReturnType<SlotFill['read']>>();
  const failed = new Set<string>();
  const load = async (slot: string) => {
    await asked(slot);
    return ({ open }: { open?: boolean }) => <p>{`${slot} ${open ? 'open' : 'closed'}`}</p>;
  };
  const fill = (slot: string): SlotFill => ({
    remote: 'test',
    read: () => {
      const under = loads.get(slot) ?? load(slot);
      loads.set(slot, under);
      under.catch(() => failed.add(slot));
      return under;
    },
    retry: () => {
      for (const slot of failed) loads.delete(slot);
      failed.clear();
    },
  });
  const fills = (slot: string) => (slot.startsWith('wallet.') ? [fill(slot)] : []);
  const { user } = renderWithProviders(
    <SlotHostContext value={{ fills, failed: (_, error) => String(error) }}>
      <HomePage />
    </SlotHostContext>,
  );
  return { user, asked };
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
});

test.each([
  ['the pointer or a finger', (opener: HTMLElement) => void fireEvent.pointerEnter(opener)],
  ['the focus', (opener: HTMLElement) => void fireEvent.focus(opener)],
])("a dialog's code is fetched when %s comes to its button, and there is no dialog before a press", async (_, come) => {
  const [game] = getGetWalletResponseMock().slots;
  const { asked, user } = show();
  const openers = [
    ['wallet.deposit', 'Deposit'],
    ['wallet.withdraw', 'Withdraw'],
    ['wallet.transfer', 'Transfer'],
    ['wallet.game', new RegExp(`^${game?.name}`)],
  ] as const;
  for (const [slot, name] of openers) {
    const opener = await screen.findByRole('button', { name });
    expect(asked).not.toHaveBeenCalledWith(slot);
    come(opener);
    expect(asked).toHaveBeenCalledWith(slot);
  }
  expect(screen.queryByText(/^wallet\./)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deposit' }));
  expect(await screen.findByText('wallet.deposit open')).toBeTruthy();
  expect(
    asked.mock.calls.filter(([slot]) => slot === 'wallet.deposit'),
    'it is fetched once',
  ).toHaveLength(1);
});

test('for a member who saves data nothing is fetched before a press', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  const { asked, user } = show();
  const opener = await screen.findByRole('button', { name: 'Deposit' });
  fireEvent.pointerEnter(opener);
  fireEvent.focus(opener);
  expect(asked).not.toHaveBeenCalledWith('wallet.deposit');
  await user.click(opener);
  expect(await screen.findByText('wallet.deposit open')).toBeTruthy();
});

test('code that did not come before a press is fetched again by it', async () => {
  let broken = true;
  const { user } = show(async () => {
    if (broken) throw new Error('did not come');
  });
  const opener = await screen.findByRole('button', { name: 'Deposit' });
  fireEvent.pointerEnter(opener);
  await Promise.resolve();
  expect(screen.queryByText(/did not come/)).toBeNull();
  broken = false;
  await user.click(opener);
  expect(await screen.findByText('wallet.deposit open')).toBeTruthy();
});
