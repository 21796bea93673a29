import type { Slots as Places } from '@krapao/kit/federation';
import { getLastSync } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { Tile } from '@krapao/kit/ui/tile';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { WalletResponse } from '../../api/gen/model';
import { getGetWalletQueryKey } from '../../api/gen/portal';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import { type Fill, Slots } from '../../testing/slots';
import HomePage from './home-page';
import { asOf, totalOf } from './use-home';

const example = getGetWalletResponseMock();

/** The wallet as the contract's example has it, changed; counts how often it was read. */
function wallet(change: Partial<WalletResponse> = {}): { reads: number } {
  const seen = { reads: 0 };
  server.use(
    http.get('*/api/wallet', () => {
      seen.reads += 1;
      return HttpResponse.json({ ...example, slots: [], invite: { ...example.invite, amount: 0 }, ...change });
    }),
  );
  return seen;
}

function Where() {
  return <output aria-label="where">{useLocation().pathname + useLocation().search}</output>;
}

const Deposit = ({ open, phone }: Places['wallet.deposit']) => (
  <output aria-label="deposit">{`${open} ${phone}`}</output>
);

function show(fill: Fill = {}, route = '/user/home') {
  return renderWithProviders(
    <Slots fill={{ 'wallet.deposit': Deposit, ...fill }}>
      <HomePage />
      <Where />
    </Slots>,
    { route },
  );
}

test('the total is the wallet and all game accounts, to the satang', () => {
  const slots = [0.1, 0.2, 200].map((amount) => ({ ...(example.slots[0] as WalletResponse['slots'][number]), amount }));
  expect(totalOf({ ...example, wallet: { amount: 1250.5 }, slots })).toBe(1450.8);
});

test('home shows who it is, the balance, as of when, and the coins', async () => {
  wallet();
  show();
  expect(await screen.findByText('Somchai')).toBeTruthy();
  expect(screen.getByText('1,250.50 baht')).toBeTruthy();
  expect(screen.getByText(/^Updated/).textContent).toMatch(/Updated \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  expect(screen.getByText('12')).toBeTruthy();
  await expectAccessible();
});

test('what is on its way and what a withdrawal holds stand below the balance, each with a way to where it is told', async () => {
  wallet({ inTransit: 60, held: 300 });
  const Withdraw = ({ open }: Places['wallet.withdraw']) => <p>{`withdraw ${open}`}</p>;
  const { user } = show({ 'wallet.withdraw': Withdraw });
  const link = await screen.findByRole('link', { name: /On its way/ });
  expect(link.textContent).toBe('On its way 60.00 baht');
  expect(link.getAttribute('href')).toBe('/user/statement');
  await user.click(screen.getByRole('button', { name: /Withdrawal being processed/ }));
  expect(await screen.findByText('withdraw true')).toBeTruthy();
  await expectAccessible();
});

test('while the wallet is on its way the games have their shape, once it failed they have none', async () => {
  refuse('get', '/api/wallet', 'INTERNAL_SERVER_ERROR', 500);
  const { container } = show();
  const shape = () => container.querySelector('[class*=section] [class*=row]');
  expect(shape()).toBeTruthy();
  await screen.findByRole('button', { name: 'Try again' });
  expect(shape()).toBeNull();
});

test('nothing on its way and nothing held is not told, also by a server that does not say', async () => {
  wallet({ inTransit: 0, held: undefined });
  show();
  await screen.findByText('Somchai');
  expect(screen.queryByText(/On its way|Withdrawal being/)).toBeNull();
});

test('with games the balance is as of when their providers were asked, and no later than the last that answered', async () => {
  wallet({ slots: example.slots });
  server.use(http.post('*/api/wallet/refresh/slot', () => HttpResponse.error()));
  show();
  expect((await screen.findByText(/^Updated/)).textContent).toContain('21/11/2025 11:39:58');
  const [game] = example.slots as [WalletResponse['slots'][number]];
  const at = (timesync: string, ...refreshedAt: (string | null)[]) =>
    asOf({ ...example, timesync, slots: refreshedAt.map((time) => ({ ...game, refreshedAt: time })) }, 0).toISOString();
  expect(at('2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z', '2026-01-01T09:00:00Z')).toBe('2026-01-01T12:00:00.000Z');
  expect(at('2026-01-01T12:00:00Z', '2026-01-01T09:00:00Z'), 'nobody answered').toBe('2026-01-01T09:00:00.000Z');
  expect(at('2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z'), 'one game alone was asked').toBe(
    '2026-01-01T12:00:00.000Z',
  );
  expect(at('2026-01-01T12:00:00Z', null), 'no game was asked yet').toBe('1970-01-01T00:00:00.000Z');
});

test('without games a balance is as of when it was read, also when it comes out of the cache', async () => {
  wallet();
  const { queryClient } = show();
  await screen.findByText('1,250.50 baht');
  const read = Date.now() - 600_000;
  act(() => {
    queryClient.setQueryData(getGetWalletQueryKey(), (data: WalletResponse | undefined) => data, { updatedAt: read });
  });
  await waitFor(() => expect(Math.abs((getLastSync()?.getTime() ?? 0) - read)).toBeLessThan(5000));
});

test.each([
  ['Withdraw', 'wallet.withdraw', 'withdraw'],
  ['Transfer', 'wallet.transfer', 'transfer'],
])(
  'the tile %s opens its dialog, and so does the address; closed as changed it reads the wallet again',
  async (name, slot, link) => {
    const seen = wallet();
    const Money = ({ open, onClose }: Places['wallet.withdraw']) => (
      <button type="button" onClick={() => onClose(true)}>{`money ${open}`}</button>
    );
    const { user, unmount } = show({ [slot]: Money });
    await screen.findByText('Somchai');
    expect(screen.queryByRole('button', { name: /money/ })).toBeNull();
    await user.click(screen.getByRole('button', { name }));
    await user.click(await screen.findByRole('button', { name: 'money true' }));
    expect(await screen.findByRole('button', { name: 'money false' })).toBeTruthy();
    await waitFor(() => expect(seen.reads).toBe(2));
    unmount();
    show({ [slot]: Money }, `/user/home?${link}`);
    expect(await screen.findByRole('button', { name: 'money true' })).toBeTruthy();
  },
);

test('without a prize wheel there is "refresh all", which asks the games and reads the wallet again', async () => {
  const seen = wallet({ slots: example.slots });
  let refreshed = 0;
  server.use(
    http.post('*/api/wallet/refresh/slot', () => {
      refreshed += 1;
      return HttpResponse.json({ timesync: new Date().toISOString(), accounts: [] });
    }),
  );
  const { user } = show();
  await waitFor(() => expect([refreshed, seen.reads]).toEqual([1, 2]));
  await user.click(screen.getByRole('button', { name: 'Refresh all' }));
  expect(await screen.findByText('Balance is up to date')).toBeTruthy();
  expect([refreshed, seen.reads]).toEqual([2, 3]);
});

test('a refresh that fails says why and leaves the balance', async () => {
  wallet();
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Refresh balance' });
  refuse('get', '/api/wallet', 'REQUEST_LIMIT', 429);
  await user.click(button);
  expect(await screen.findByText(/too many requests/i)).toBeTruthy();
  expect(screen.getByText('1,250.50 baht')).toBeTruthy();
});

test('other teams fill their places with the coins and the currency; a place that nobody fills is left out', async () => {
  wallet();
  const Wheel = ({ coin, currency, hasWheel }: Places['home.spin']) => (
    <Tile icon={<svg />} label={`Wheel ${coin} ${currency} ${hasWheel}`} to="/user/spin" />
  );
  show({ 'home.spin': Wheel });
  expect(await screen.findByRole('link', { name: 'Wheel 12 BAHT true' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refresh all' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Services' }).querySelectorAll(':scope > div > *')).toHaveLength(4);
});

test('whether there is a wheel comes with the wallet; of a wallet that does not say, or cannot be read, there is none', async () => {
  const Wheel = ({ hasWheel }: Places['home.spin']) => <output aria-label="wheel">{String(hasWheel)}</output>;
  const shown = () => screen.findByLabelText('wheel').then(({ textContent }) => textContent);
  wallet({ hasWheel: undefined });
  const { unmount } = show({ 'home.spin': Wheel });
  expect(await shown()).toBe('undefined');
  await screen.findByText('Somchai');
  expect(await shown()).toBe('false');
  unmount();
  refuse('get', '/api/wallet', 'INTERNAL_SERVER_ERROR', 500);
  show({ 'home.spin': Wheel });
  await screen.findByRole('button', { name: 'Try again' });
  expect(await shown()).toBe('false');
});

test('a wallet that no longer says whether there is a wheel takes nothing away', async () => {
  const Wheel = ({ hasWheel, coin }: Places['home.spin']) => <output>{`wheel ${hasWheel}, ${coin} coins`}</output>;
  wallet();
  const { user } = show({ 'home.spin': Wheel });
  expect(await screen.findByText('wheel true, 12 coins')).toBeTruthy();
  wallet({ hasWheel: undefined, profile: { ...example.profile, coin: 13 } });
  await user.click(screen.getByRole('button', { name: 'Refresh balance' }));
  expect(await screen.findByText(/13 coins/).then(({ textContent }) => textContent)).toBe('wheel true, 13 coins');
});

test('a wheel that is switched off gives its place back to "refresh all"', async () => {
  wallet();
  show({ 'home.spin': ({ fallback }: Places['home.spin']) => fallback });
  expect(await screen.findByRole('button', { name: 'Refresh all' })).toBeTruthy();
});

test('the invite bonus can be received only while there is one', async () => {
  wallet({ invite: { amount: 35.25, success: 300, fail: 10 } });
  const Receive = ({ invite }: { invite: { amount: number } }) => (
    <button type="button">{`Receive ${invite.amount}`}</button>
  );
  const { unmount } = show({ 'home.receiveInvite': Receive });
  expect(await screen.findByRole('button', { name: 'Receive 35.25' })).toBeTruthy();
  unmount();
  wallet();
  show({ 'home.receiveInvite': Receive });
  await screen.findByText('Somchai');
  expect(screen.queryByRole('button', { name: /Receive/ })).toBeNull();
});

test('a card tells what is in the game and that it can be looked at, or that the account can be opened', async () => {
  wallet({ slots: example.slots });
  show();
  expect(await screen.findByRole('heading', { name: 'Slots' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Sports and casino' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Lottery' })).toBeNull();
  const open = screen.getByRole('button', { name: /Demo Slot/ });
  expect(open.textContent?.replaceAll('\u00a0', ' ')).toContain(
    '200.00 bahtDemo Slot : 200.00 × 1view data, tap to view',
  );
  expect(screen.getByRole('button', { name: /Demo Sport ?open account/ })).toBeTruthy();
  await expectAccessible();
});

test("a provider's pictures are asked for when its card is seen", async () => {
  const watched = new Set<Element>();
  let see = () => {};
  class Observer {
    constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
      see = () => tell([...watched].map((target) => ({ isIntersecting: true, target })));
    }
    observe(element: Element) {
      watched.add(element);
    }
    unobserve(element: Element) {
      watched.delete(element);
    }
    disconnect() {
      watched.clear();
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  wallet({ slots: example.slots });
  show();
  const card = await screen.findByRole('button', { name: /Demo Slot/ });
  expect(card.querySelector('img')).toBeNull();
  act(() => see());
  expect(card.querySelectorAll('img').length).toBeGreaterThan(0);
});

test('a provider without pictures shows a drawing of ours and its initials', async () => {
  wallet({ slots: example.slots });
  show();
  const card = await screen.findByRole('button', { name: /Demo Slot/ });
  for (const picture of card.querySelectorAll('img')) fireEvent.error(picture);
  expect(card.querySelector('img')).toBeNull();
  expect(card.textContent).toContain('DS');
});

test('an amount that a provider did not tell stays and is marked, and the check says so', async () => {
  wallet({ slots: example.slots });
  server.use(
    http.post('*/api/wallet/refresh/slot', () =>
      HttpResponse.json({
        timesync: new Date().toISOString(),
        accounts: [{ code: 'DEMOSLOT', amount: 200, isFresh: false, refreshedAt: null }],
      }),
    ),
  );
  const { user } = show();
  expect(await screen.findByText('Last known')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Demo Slot/ }).textContent).toContain('200.00 baht');
  await user.click(screen.getByRole('button', { name: 'Refresh balance' }));
  expect(await screen.findByText('1 game could not be refreshed; its last known amount is shown')).toBeTruthy();
});

test('the check is spoken while it runs', async () => {
  wallet({ slots: example.slots });
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Refresh balance' });
  let answer = () => undefined as unknown;
  server.use(
    http.post('*/api/wallet/refresh/slot', async () => {
      await new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      return HttpResponse.json({ timesync: new Date().toISOString(), accounts: [] });
    }),
  );
  await user.click(button);
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((node) => node.textContent)).toContain('Checking your balances'),
  );
  await waitFor(() => {
    answer();
    expect(screen.queryByText('Checking your balances')).toBeNull();
  });
});

test('a card opens its game; from there a transfer begins, and closing it leads back to the game', async () => {
  wallet({ slots: example.slots });
  const Game = ({ open, code, onTransfer }: Places['wallet.game']) => (
    <button type="button" onClick={onTransfer}>{`game ${code} ${open}`}</button>
  );
  const Transfer = ({ open, to, onClose }: Places['wallet.transfer']) => (
    <button type="button" onClick={() => onClose(false)}>{`transfer ${to} ${open}`}</button>
  );
  const { user } = show({ 'wallet.game': Game, 'wallet.transfer': Transfer });
  await user.click(await screen.findByRole('button', { name: /Demo Slot/ }));
  await user.click(await screen.findByRole('button', { name: 'game DEMOSLOT true' }));
  await user.click(await screen.findByRole('button', { name: 'transfer DEMOSLOT true' }));
  expect(await screen.findByRole('button', { name: 'game DEMOSLOT true' })).toBeTruthy();
});

test('the deposit tile opens the dialog, and so does the address, once', async () => {
  wallet();
  const { user, unmount } = show();
  expect(screen.queryByLabelText('deposit')).toBeNull();
  await screen.findByText('Somchai');
  await user.click(screen.getByRole('button', { name: 'Deposit' }));
  expect((await screen.findByLabelText('deposit')).textContent).toBe('true 0812345678');
  unmount();
  show({}, '/user/home?deposit');
  expect((await screen.findByLabelText('deposit')).textContent).toContain('true');
  expect(screen.getByLabelText('where').textContent).toBe('/user/home');
});

test('a wallet that cannot be loaded says so, and the rest stays in place', async () => {
  refuse('get', '/api/wallet', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('button', { name: 'Deposit' })).toBeTruthy();
  wallet();
  await user.click(retry);
  expect(await screen.findByText('Somchai')).toBeTruthy();
});

test('the card of a game begins with its name, also once its account is open', async () => {
  wallet({ slots: example.slots.map((account) => ({ ...account, isActive: true })) });
  show();
  const name = example.slots[0]?.name ?? '';
  const card = await screen.findByRole('button', { name: new RegExp(`^${name}`) });
  expect(card).toBeTruthy();
});
