import { renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { WalletResponse } from '../../api/gen/model';
import { getGetWalletResponseMock, getRefreshGameAccountsResponseMock } from '../../api/gen/portal.msw';
import { bank } from '../../testing/bank';
import { server } from '../../testing/server';
import WithdrawDialog from './withdraw-dialog';

function Host() {
  const [open, setOpen] = useState(true);
  return <WithdrawDialog open={open} onClose={() => setOpen(false)} />;
}

const show = () => renderWithProviders(<Host />);
const amountField = () => screen.findByLabelText<HTMLInputElement>(/Amount to withdraw/);
const review = () => screen.findByRole('region', { name: 'Review your withdrawal' });
const idle = (name: string) => screen.findByRole('button', { name, busy: false });
const asking = () => screen.queryByText('Asking your games for what you won');

/** Games that answer when they are let; what was won in them does `then` to the member's account. */
function slowGames(then: () => void = () => undefined) {
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  server.use(
    http.post('*/api/wallet/refresh/slot', async () => {
      await held;
      then();
      return HttpResponse.json(getRefreshGameAccountsResponseMock());
    }),
  );
  return { answer: () => end() };
}

/** The wallet holds this from now on; the games hold nothing. */
function walletHolds(amount: number): void {
  const example = getGetWalletResponseMock();
  const slots = example.slots.map((slot) => ({ ...slot, amount: 0 }));
  const body: WalletResponse = { ...example, wallet: { ...example.wallet, amount }, slots };
  server.use(http.get('*/api/wallet', () => HttpResponse.json(body)));
}

test('a condition that was met in the games is known before the review: it says what is cut', async () => {
  bank({ bonus: { status: true } });
  let result = false;
  server.use(
    http.get('*/api/bonus/check/minimum', () =>
      HttpResponse.json({ minimum: 2000, total: result ? 2100 : 1450.5, result, lostAt: 10 }),
    ),
  );
  const games = slowGames(() => {
    result = true;
  });
  const { user } = show();
  await user.type(await amountField(), '1000');
  games.answer();
  await waitFor(() => expect(asking()).toBeNull());
  await user.click(await idle('Continue'));
  await review();
  expect(screen.getByText('Cut by the bonus')).toBeTruthy();
});

test('games that answer with what was known before are asked once more: what was won a moment ago comes', async () => {
  bank();
  const example = getGetWalletResponseMock();
  let asked = 0;
  walletHolds(500);
  server.use(
    http.post('*/api/wallet/refresh/slot', () => {
      asked += 1;
      if (asked === 1)
        return HttpResponse.json({ ...getRefreshGameAccountsResponseMock(), timesync: example.timesync });
      walletHolds(1500);
      return HttpResponse.json(getRefreshGameAccountsResponseMock());
    }),
  );
  show();
  await amountField();
  expect(await screen.findByText(/^500/)).toBeTruthy();
  expect(await screen.findByText(/^1,500/)).toBeTruthy();
  expect(asked).toBe(2);
});

test('a bonus that is looked at again keeps nobody waiting: no press is lost', async () => {
  bank();
  const { timesync } = getGetWalletResponseMock();
  let asked = 0;
  let heldLooks = 0;
  server.use(
    http.post('*/api/wallet/refresh/slot', () => {
      asked += 1;
      return HttpResponse.json({ ...getRefreshGameAccountsResponseMock(), timesync });
    }),
    http.get('*/api/bonus/check/active', async () => {
      if (asked > 1) {
        heldLooks += 1;
        await new Promise(() => undefined);
      }
      return HttpResponse.json({ status: false });
    }),
  );
  const { user } = show();
  await user.type(await amountField(), '500');
  await waitFor(() => expect(heldLooks).toBe(1));
  await user.click(await idle('Continue'));
  await review();
});

test('while the games are asked nothing goes on, and it says why', async () => {
  bank();
  const games = slowGames();
  const { user } = show();
  await user.type(await amountField(), '500');
  expect(asking()).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBe('true'));
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByRole('region', { name: 'Review your withdrawal' })).toBeNull();
  games.answer();
  await user.click(await idle('Continue'));
  expect(await review()).toBeTruthy();
});

test('a review of more than there is by now leads back to the form, which says so', async () => {
  const { amounts } = bank();
  const { user, queryClient } = show();
  await user.type(await amountField(), '1400');
  await user.click(await idle('Continue'));
  await review();
  walletHolds(900);
  await act(() => queryClient.invalidateQueries());
  expect((await amountField()).value).toBe('1400');
  expect(await screen.findByText('You have 900.00 baht')).toBeTruthy();
  expect(amounts).toEqual([]);
});

test('after a refusal the same amount can be reviewed again, without an edit', async () => {
  const { amounts } = bank({ refusal: { message: 'WITHDRAW_HOLD', requestId: 'r-1' } });
  const { user } = show();
  await user.type(await amountField(), '500');
  await user.click(await idle('Continue'));
  await user.click(await idle('Withdraw'));
  await screen.findByText('withdrawals are paused for 24 hours after a change to your account');
  await user.click(await idle('Continue'));
  expect(await review()).toBeTruthy();
  expect(amounts).toEqual([500]);
});

test('going back from the review leads to the form with the amount, and going back from there closes', async () => {
  bank();
  const { user } = show();
  await user.type(await amountField(), '500');
  await user.click(await idle('Continue'));
  await review();
  // The history's entries are adjusted in a task of their own.
  const deep = (depth: number) => waitFor(() => expect(window.history.state?.krapaoLayer?.depth).toBe(depth));
  await deep(2);
  window.history.back();
  expect((await amountField()).value).toBe('500');
  await deep(1);
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
