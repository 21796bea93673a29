import { join } from 'node:path';
import { tilesOf } from '@krapao/build/tiles';
import { Slot } from '@krapao/kit/federation';
import { errorText, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { expectAccessible, type Rendered, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RefundCheck } from '../../api/gen/model';
import { getCheckRefundResponseMock } from '../../api/gen/portal.msw';
import { BANNERS_WAIT_MS } from '../../shared/use-banners-first';
import { answers, fails, pressTwice, shows } from '../../testing/calls';
import { Places } from '../../testing/places';
import { server } from '../../testing/server';
import RefundDialog from './refund-dialog';

/** Stands for the other feature's results. */
const GameResults = ({ currency }: { currency: string | undefined }) => <p>results in {currency}</p>;

const TILES = tilesOf(join(import.meta.dirname, '../../remote.tsx'));
const HOME = { coin: 0, hasWheel: false, currency: 'BAHT', onChanged: () => undefined, fallback: null } as const;

const RECEIPT = { message: 'REFUND_SUCCESS', refundAmount: 50.25 };

beforeEach(() => {
  setToken('somchai', { remember: false });
  shows('/api/refund/banners', { banners: [] });
});

const today = (change: Partial<RefundCheck>) =>
  shows('/api/refund/check', { ...getCheckRefundResponseMock(), ...change });

function open() {
  return renderWithProviders(
    <Places fill={{ 'bonus.gameResults': GameResults }}>
      <RefundDialog open onClose={() => undefined} />
    </Places>,
  );
}

test('what is there is reserved, confirmed with its conditions, and paid once', async () => {
  const reserved = answers('/api/refund/receive', RECEIPT);
  const paid = answers('/api/refund/addWallet', RECEIPT);
  const { user } = open();
  const dialog = await screen.findByRole('dialog', { name: 'Refund' });
  expect(await within(dialog).findByText("5% of yesterday's loss.")).toBeTruthy();
  expect(within(dialog).getByText(/50\.25/)).toBeTruthy();
  await pressTwice(user, within(dialog).getByRole('button', { name: 'Receive refund' }));
  const question = await screen.findByRole('alertdialog', { name: 'Add to wallet' });
  expect(within(question).getByText(/reach 200% of the bonus/)).toBeTruthy();
  expect(within(question).getByText(/falls to 10% or less/)).toBeTruthy();
  await expectAccessible(question);
  await pressTwice(user, within(question).getByRole('button', { name: 'Add to wallet' }));
  expect(await screen.findByText('refund successfully received')).toBeTruthy();
  expect(reserved).toHaveLength(1);
  expect(paid).toHaveLength(1);
});

test('one that was reserved before is confirmed at once', async () => {
  today({ isReserved: true });
  const reserved = answers('/api/refund/receive', RECEIPT);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add to wallet' }));
  expect(await screen.findByRole('alertdialog', { name: 'Add to wallet' })).toBeTruthy();
  expect(reserved).toEqual([]);
});

test('under a bonus it cannot be received, and the way to the bonus is shown', async () => {
  today({ bonus: true });
  open();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Receive refund' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Refunds cannot be claimed while a bonus is active.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See your bonus condition' }).getAttribute('href')).toBe('/user/bonus');
});

test('none is said, with nothing to press', async () => {
  today({ result: false, refundAmount: 0 });
  open();
  expect(await screen.findByText('Not found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Receive refund' })).toBeNull();
});

for (const locale of ['th', 'la', 'en'] as const) {
  test.each(['NO_REFUND', 'REFUND_CONDITION', 'REFUND_MINIMUM', 'REFUND_INACTIVE'] as const)(
    `a refund that is refused with %s is a toast in ${locale}`,
    async (code) => {
      await setLocale(locale);
      answers('/api/refund/receive', { refused: code });
      const { user } = open();
      const dialog = await screen.findByRole('dialog');
      await within(dialog).findByText(/50\.25/);
      await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
      expect(await screen.findByText(errorText(code))).toBeTruthy();
    },
  );
}

/** A dialog hears the keyboard a frame after it is there, when it has the focus. */
async function leaveByKey(user: Rendered['user']): Promise<void> {
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
}

test('banners come first, and closing them opens the refund; the tile has the focus again at the end', async () => {
  shows('/api/refund/banners', { banners: [{ image: 'media/r.webp', html: '<p>Part of your loss back.</p>' }] });
  const { user } = renderWithProviders(
    <Places fill={{ 'bonus.refund': RefundDialog, 'bonus.gameResults': GameResults }} tiles={TILES}>
      <Slot name="home.refund" with={HOME} />
    </Places>,
  );
  const tile = screen.getByRole('button', { name: 'Refund' });
  await user.click(tile);
  expect(await screen.findByText('Part of your loss back.')).toBeTruthy();
  await leaveByKey(user);
  expect(await screen.findByRole('tab', { name: 'Today' })).toBeTruthy();
  await leaveByKey(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(tile));
});

test('banners that cannot be read hold nothing up', async () => {
  fails('/api/refund/banners', 'INTERNAL_SERVER_ERROR', 500);
  open();
  expect(await screen.findByRole('tab', { name: 'Today' })).toBeTruthy();
});

test('banners that do not come in time hold nothing up, and do not come over the dialog when they do', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  let arrive = () => undefined as void;
  server.use(
    http.get('*/api/refund/banners', async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return HttpResponse.json({ banners: [{ image: 'media/r.webp', html: '<p>Part of your loss back.</p>' }] });
    }),
  );
  const { queryClient } = open();
  await vi.advanceTimersByTimeAsync(BANNERS_WAIT_MS - 500);
  expect(screen.queryByRole('dialog')).toBeNull();
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  expect(await screen.findByRole('tab', { name: 'Today' })).toBeTruthy();
  arrive();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Part of your loss back.')).toBeNull();
  expect(screen.getByRole('tab', { name: 'Today' })).toBeTruthy();
});

test('the refunds that were paid are listed ten a page', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/refund', async ({ request }) => {
      const body = (await request.json()) as { page: number };
      asked.push(body);
      const refunds = [{ _id: `r${body.page}`, refundAmount: body.page * 10, createdAt: '2025-03-09T14:05:00+07:00' }];
      return HttpResponse.json({ total: 11, refunds });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Received' }));
  const table = await screen.findByRole('table', { name: 'Received' });
  expect(within(table).getByText('09/03/2025 14:05:00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText(/20\.00/)).toBeTruthy();
  expect(asked.at(-1)).toEqual({ page: 2, limit: 10 });
});

test('where a refund comes from is beside it, in the place of what knows', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Results' }));
  expect(await screen.findByText('results in BAHT')).toBeTruthy();
});

test("a lost answer is not the next day's: its refund is reserved and paid under new keys", async () => {
  today({ day: '2025-03-08' });
  const reserved = answers('/api/refund/receive', 'dead', RECEIPT);
  const paid = answers('/api/refund/addWallet', 'dead', RECEIPT);
  const first = open();
  await first.user.click(await screen.findByRole('button', { name: 'Receive refund' }));
  await screen.findByRole('button', { name: 'Try again' });
  first.unmount();
  today({ day: '2025-03-09', isReserved: true });
  const second = open();
  await second.user.click(await screen.findByRole('button', { name: 'Add to wallet' }));
  const question = await screen.findByRole('alertdialog');
  await second.user.click(within(question).getByRole('button', { name: 'Add to wallet' }));
  await within(question).findByRole('button', { name: 'Try again' });
  second.unmount();
  today({ day: '2025-03-10' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Receive refund' }));
  const next = await screen.findByRole('alertdialog');
  await user.click(within(next).getByRole('button', { name: 'Add to wallet' }));
  expect(await screen.findByText('refund successfully received')).toBeTruthy();
  expect(new Set(reserved).size).toBe(2);
  expect(new Set(paid).size).toBe(2);
});

test('a lost answer of a refund that was paid ends with the news that it was', async () => {
  today({ isReserved: true });
  answers('/api/refund/addWallet', 'dead');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add to wallet' }));
  const question = await screen.findByRole('alertdialog');
  const { day: _gone, ...none } = getCheckRefundResponseMock();
  shows('/api/refund/check', { ...none, result: false, refundAmount: 0, bonus: true });
  await user.click(within(question).getByRole('button', { name: 'Add to wallet' }));
  expect(await screen.findByText('refund successfully received')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('closing leaves nothing of the question behind', async () => {
  const onClose = vi.fn();
  const { user } = renderWithProviders(
    <Places fill={{}}>
      <RefundDialog open onClose={onClose} />
    </Places>,
  );
  await screen.findByRole('tab', { name: 'Today' });
  await leaveByKey(user);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
