import { formatDate } from '@krapao/kit/format';
import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { Dialog } from '@krapao/kit/ui/dialog';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { StatementEntry, StatementPage } from '../../api/gen/model';
import { refuse, server } from '../../testing/server';
import { Slots } from '../../testing/slots';
import Statement from './statement-page';

const entry = (over: Partial<StatementEntry>): StatementEntry => ({
  _id: Math.random().toString(36),
  statementType: 'DEPOSIT',
  from: 'KBANK',
  to: 'WALLET',
  amount: 100,
  walletChange: 100,
  status: 'SUCCESS',
  createdAt: new Date(Date.now() - 120_000).toISOString(),
  ...over,
});

function Where() {
  return <output aria-label="where">{useLocation().pathname + useLocation().search}</output>;
}

/** Answers with `pages` by number and notes which were asked for. */
function serve(pages: Record<number, StatementPage>): number[] {
  const asked: number[] = [];
  server.use(
    http.post('*/api/statement', async ({ request }) => {
      const { page, limit } = (await request.json()) as { page: number; limit: number };
      expect(limit).toBe(10);
      asked.push(page);
      return HttpResponse.json(pages[page] ?? { total: 0, statements: [] });
    }),
  );
  return asked;
}

const show = (route = '/user/statement') =>
  renderWithProviders(
    <>
      <Statement />
      <Where />
    </>,
    { route },
  );

test('every transaction tells what it was, from where to where, how much with its sign, when, and how far it got', async () => {
  serve({
    1: {
      total: 4,
      statements: [
        entry({}),
        entry({ statementType: 'WITHDRAW', from: 'WALLET', to: 'KTB', amount: 1234.5, status: 'PENDING' }),
        entry({
          statementType: 'TRANSFER',
          from: 'WALLET',
          to: 'SLOTX',
          amount: 20,
          walletChange: 0,
          status: 'FAILED',
        }),
        entry({ statementType: 'BONUS', from: 'BONUS', amount: 5, bonus: { description: 'Welcome bonus 10%' } }),
      ],
    },
  });
  show();
  const rows = await screen.findAllByRole('listitem');
  const texts = rows.map((row) => row.textContent);
  expect(texts[0]).toContain('DepositKBANK+100.00Success');
  expect(texts[0]).toContain('2 minutes ago');
  expect(texts[1]).toContain('WithdrawalKTB-1,234.50In progress');
  expect(texts[2]).toContain('TransferWallet → SLOTX20.00Failed');
  expect(texts[3]).toContain('Bonus receivedWelcome bonus 10%+5.00Success');
  expect(within(rows[0] as HTMLElement).getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)).toBeTruthy();
  await expectAccessible();
});

test('banks and games stand by their names, and what nobody named by a word', async () => {
  serve({
    1: {
      total: 4,
      statements: [
        entry({ from: 'SCB' }),
        entry({ statementType: 'WITHDRAW', from: 'WALLET', to: 'KTB' }),
        entry({ statementType: 'TRANSFER', from: 'WALLET', to: 'DEMOSLOT' }),
        entry({ from: 'BANK' }),
      ],
    },
  });
  show();
  expect(await screen.findByText('Siam Commercial Bank')).toBeTruthy();
  expect(await screen.findByText('Krung Thai Bank')).toBeTruthy();
  expect(screen.getByText('Wallet → Demo Slot')).toBeTruthy();
  expect(screen.getByText('Bank')).toBeTruthy();
});

test.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const)(
  'what came from a %s tells which',
  async (kind) => {
    serve({
      1: {
        total: 1,
        statements: [entry({ statementType: 'BONUS', from: 'BONUS', [kind]: { description: 'Its own name' } })],
      },
    });
    show();
    expect((await screen.findByRole('listitem')).textContent).toContain('Bonus receivedIts own name+100.00');
  },
);

test('the end of a bonus has its own words and no sign', async () => {
  serve({ 1: { total: 1, statements: [entry({ statementType: 'FINISH_BONUS', from: 'WALLET', to: 'BONUS' })] } });
  show();
  expect((await screen.findByRole('listitem')).textContent).toContain('Bonus endedWallet → Bonus100.00Success');
});

test('what is in progress is read again by itself', async () => {
  serve({ 1: { total: 1, statements: [entry({ status: 'PENDING' })] } });
  show();
  await screen.findByText('In progress');
  serve({ 1: { total: 1, statements: [entry({})] } });
  expect(await screen.findByText('Success')).toBeTruthy();
});

/** A list over the statement, as the shell fills its slot: all of it, or one entry. */
const dialogs =
  (what: string) =>
  ({ open, onClose, entry = 'all' }: { open: boolean; onClose: () => void; entry?: string | undefined }) => (
    <Dialog open={open} onClose={onClose} title={`${what} ${entry}`}>
      {null}
    </Dialog>
  );
const Deposits = dialogs('deposits');
const Withdrawals = dialogs('withdrawals');

test('the slips, the deposits and the withdrawals are one tap away', async () => {
  serve({ 1: { total: 1, statements: [entry({})] } });
  const Slips = ({ open, view }: { open: boolean; view: string }) => (open ? <p>{`slips ${view}`}</p> : null);
  const { user } = renderWithProviders(
    <Slots fill={{ 'wallet.slip': Slips, 'wallet.deposits': Deposits, 'wallet.withdrawals': Withdrawals }}>
      <Statement />
    </Slots>,
  );
  await user.click(await screen.findByRole('button', { name: 'Upload status' }));
  expect(await screen.findByText('slips status')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'My deposits' }));
  expect(await screen.findByRole('dialog', { name: 'deposits all' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'My withdrawals' }));
  expect(await screen.findByRole('dialog', { name: 'withdrawals all' })).toBeTruthy();
});

const dialog = {
  total: 25,
  statements: [
    entry({ reference: 'D1' }),
    entry({ statementType: 'WITHDRAW', from: 'WALLET', to: 'KTB', reference: 'W1' }),
    entry({ statementType: 'TRANSFER', returnOf: 'WITHDRAW', from: 'KTB', reference: 'W1' }),
    entry({ statementType: 'TRANSFER', from: 'WALLET', to: 'SLOTX', reference: 'T1' }),
    entry({ from: 'BANK' }),
  ],
} satisfies StatementPage;

test('a deposit, a withdrawal and its return lead to their own steps; what has none of its own leads nowhere', async () => {
  serve({ 1: dialog });
  const { user } = renderWithProviders(
    <Slots fill={{ 'wallet.deposits': Deposits, 'wallet.withdrawals': Withdrawals }}>
      <Statement />
    </Slots>,
  );
  for (const [row, dialog] of [
    ['Deposit', 'deposits D1'],
    ['Withdrawal', 'withdrawals W1'],
    ['Withdrawal returned', 'withdrawals W1'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: row }));
    expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull();
  expect(screen.getAllByText('Deposit')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'My deposits' }));
  expect(await screen.findByRole('dialog', { name: 'deposits all' })).toBeTruthy();
});

test('each of two deposits is dialog from the other by what is read out with it', async () => {
  serve({
    1: { total: 2, statements: [entry({ reference: 'D1' }), entry({ from: 'SCB', amount: 50, reference: 'D2' })] },
  });
  const { user } = renderWithProviders(
    <Slots fill={{ 'wallet.deposits': Deposits }}>
      <Statement />
    </Slots>,
  );
  await user.click(
    await screen.findByRole('button', {
      name: 'Deposit',
      description: /^Siam Commercial Bank \+50\.00 .*2 minutes ago$/,
    }),
  );
  expect(await screen.findByRole('dialog', { name: 'deposits D2' })).toBeTruthy();
});

test('by the keyboard too, and the back button returns to the entry that was left, on the same page', async () => {
  const asked = serve({ 2: dialog });
  const scroll = vi.spyOn(window, 'scrollTo');
  const { user } = renderWithProviders(
    <Slots fill={{ 'wallet.deposits': Deposits, 'wallet.withdrawals': Withdrawals }}>
      <Statement />
      <Where />
    </Slots>,
    { route: '/user/statement?page=2' },
  );
  const row = await screen.findByRole('button', { name: 'Withdrawal' });
  row.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'withdrawals W1' });
  await waitFor(() => expect(window.history.state?.krapaoLayer).toBeTruthy());
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('where').textContent).toBe('/user/statement?page=2');
  await waitFor(() => expect(document.activeElement).toBe(row));
  expect(asked).toEqual([2]);
  expect(scroll).not.toHaveBeenCalled();
});

test('a withdrawal that came back is two entries that both count: what is shown adds up', async () => {
  serve({
    1: {
      total: 4,
      statements: [
        entry({ statementType: 'TRANSFER', returnOf: 'WITHDRAW', from: 'SCB', amount: 300, walletChange: 300 }),
        entry({
          statementType: 'WITHDRAW',
          from: 'WALLET',
          to: 'SCB',
          amount: 300,
          walletChange: -300,
          status: 'FAILED',
        }),
        entry({ statementType: 'TRANSFER', returnOf: 'TRANSFER', from: 'DEMOSLOT', amount: 20, walletChange: 20 }),
        entry({ statementType: 'TRANSFER', returnOf: 'NEW' as never, from: 'DEMOSLOT', amount: 20, walletChange: 20 }),
      ],
    },
  });
  show();
  await screen.findAllByText('Siam Commercial Bank');
  const texts = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(texts[0]).toContain('Withdrawal returnedSiam Commercial Bank+300.00Success');
  expect(texts[1]).toContain('WithdrawalSiam Commercial Bank-300.00Returned');
  expect(texts[2]).toContain('Transfer returnedDemo Slot → Wallet20.00Success');
  expect(texts[3]).toContain('TransferDemo Slot → Wallet20.00Success');
  await expectAccessible();
});

test('a type or status that this client does not know is a transaction in progress', async () => {
  serve({ 1: { total: 1, statements: [entry({ statementType: 'NEW' as never, status: 'NEW' as never })] } });
  show();
  expect((await screen.findByRole('listitem')).textContent).toContain('TransactionKBANK → Wallet100.00In progress');
});

test('the page stands in the address, so that it survives a reload and the way back', async () => {
  const asked = serve({
    1: { total: 25, statements: [entry({ amount: 1 })] },
    2: { total: 25, statements: [entry({ amount: 2 })] },
    3: { total: 25, statements: [entry({ amount: 3 })] },
  });
  const { user } = show('/user/statement?page=2');
  expect(await screen.findByText('+2.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('+3.00')).toBeTruthy();
  expect(screen.getByLabelText('where').textContent).toBe('/user/statement?page=3');
  expect(asked).toEqual([2, 3]);
});

test("who comes back from the bank's app sees the new line", async () => {
  serve({ 1: { total: 1, statements: [entry({ amount: 1 })] } });
  show();
  await screen.findByText('+1.00');
  serve({ 1: { total: 2, statements: [entry({ amount: 2 }), entry({ amount: 1 })] } });
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('+2.00')).toBeTruthy();
});

test('a page that does not exist leads to the first', async () => {
  serve({ 1: { total: 1, statements: [entry({})] }, 9: { total: 1, statements: [] } });
  const { user } = show('/user/statement?page=9');
  await user.click(await screen.findByRole('button', { name: 'To the first page' }));
  expect(await screen.findByText('+100.00')).toBeTruthy();
});

test('who has no transactions yet is led to the first deposit', async () => {
  serve({});
  show();
  const link = await screen.findByRole('link', { name: 'Make your first deposit' });
  expect(link.getAttribute('href')).toBe('/user/home?deposit');
  await expectAccessible();
});

test('what could not be loaded says so and can be tried again', async () => {
  refuse('post', '/api/statement', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('System error');
  serve({ 1: { total: 1, statements: [entry({})] } });
  await user.click(retry);
  expect(await screen.findByText('+100.00')).toBeTruthy();
});

test('it speaks Lao', async () => {
  await setLocale('la');
  serve({ 1: { total: 1, statements: [entry({})] } });
  show();
  expect((await screen.findByRole('listitem')).textContent).toContain('ຝາກເງິນ');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ປະຫວັດການເຮັດທຸລະກຳ');
});

test('entries stand by day at Bangkok: today, yesterday, and the date of any other, once each', async () => {
  const midnight = Math.floor((Date.now() + 7 * 3_600_000) / 86_400_000) * 86_400_000 - 7 * 3_600_000;
  const at = (ms: number) => entry({ createdAt: new Date(ms).toISOString() });
  const past = midnight - 3 * 86_400_000;
  serve({ 1: { total: 5, statements: [at(midnight + 1), at(midnight), at(midnight - 1), at(past + 1), at(past)] } });
  show();
  await screen.findAllByRole('listitem');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Today', 'Yesterday', formatDate(past)]);
  await expectAccessible();
});

test('one kind is asked of the server, from its first page on, and stands in the address', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/statement', async ({ request }) => {
      const { page, types } = (await request.json()) as { page: number; types?: string[] };
      asked.push([page, types]);
      return HttpResponse.json({ total: types ? 0 : 25, statements: types ? [] : [entry({})] });
    }),
  );
  const { user } = show('/user/statement?page=2');
  await screen.findByRole('listitem');
  await user.click(screen.getByRole('button', { name: 'Bonuses' }));
  expect(await screen.findByText('Nothing of this kind')).toBeTruthy();
  expect(screen.getByLabelText('where').textContent).toBe('/user/statement?kind=bonuses');
  expect(screen.getByRole('button', { name: 'Bonuses' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByRole('listitem');
  expect(asked).toEqual([
    [2, undefined],
    [1, ['BONUS', 'FINISH_BONUS']],
    [1, undefined],
  ]);
});

test('another page keeps the kind', async () => {
  serve({ 1: { total: 25, statements: [entry({})] }, 2: { total: 25, statements: [entry({})] } });
  const { user } = show('/user/statement?kind=deposits');
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(screen.getByLabelText('where').textContent).toBe('/user/statement?kind=deposits&page=2');
});
