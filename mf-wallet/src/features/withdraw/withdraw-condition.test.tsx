import { plainText } from '@krapao/kit/i18n';
import { expectAccessible } from '@krapao/kit/testing';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getGetWalletResponseMock, getRefreshGameAccountsResponseMock } from '../../api/gen/portal.msw';
import { bank } from '../../testing/bank';
import { refuse, server } from '../../testing/server';
import { amountField, nextButton, send, sendButton, show } from './testing/open-withdraw';

test("an open bonus condition warns with the member's own numbers", async () => {
  bank({ bonus: { status: true }, way: { minimum: 2000, total: 1450.5, result: false, lostAt: 10 } });
  show();
  expect(await screen.findByText('A bonus condition is active. Meet it before you withdraw.')).toBeTruthy();
  expect(screen.getByText('You need 2,000.00 baht in all, and have 1,450.50 baht.')).toBeTruthy();
});

test('under a met condition the form says what is cut, and the review says so again before it is', async () => {
  const { amounts } = bank({ bonus: { status: true } });
  const { user } = show();
  expect(await screen.findByText('Your bonus condition is met')).toBeTruthy();
  await user.type(await amountField(), '1000');
  const text = 'This withdrawal ends the bonus: you get 1,000.00 baht, and the remaining 450.50 baht is cut.';
  expect(screen.getByText(text)).toBeTruthy();
  await user.click(nextButton());
  const review = await screen.findByRole('region', { name: 'Review your withdrawal' });
  expect(plainText(review.textContent ?? '')).toContain(text);
  expect(within(review).getByText('Cut by the bonus').nextElementSibling?.textContent).toContain('450.50');
  expect(within(review).getByText('Left afterwards').nextElementSibling?.textContent).toContain('0.00');
  await expectAccessible();
  expect(amounts).toEqual([]);
  await user.click(await sendButton());
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(amounts).toEqual([1000]);
});

test('winnings that a game has not reported yet can be withdrawn: the games are asked when the dialog opens', async () => {
  const { amounts } = bank();
  const example = getGetWalletResponseMock();
  let won = 0;
  server.use(
    http.get('*/api/wallet', () =>
      HttpResponse.json({ ...example, wallet: { ...example.wallet, amount: example.wallet.amount + won } }),
    ),
    http.post('*/api/wallet/refresh/slot', () => {
      won = 1000;
      return HttpResponse.json(getRefreshGameAccountsResponseMock());
    }),
  );
  const { user } = show();
  await screen.findByText(/2,450/);
  await user.type(await amountField(), '2400');
  await send({ user });
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(amounts).toEqual([2400]);
});

test('a game that does not answer keeps nobody from withdrawing what is known', async () => {
  const { amounts } = bank();
  refuse('post', '/api/wallet/refresh/slot', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  await user.type(await amountField(), '500');
  await send({ user });
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(amounts).toEqual([500]);
});

test('nothing goes on before it is known whether the remainder is cut', async () => {
  const { amounts } = bank({ bonus: { status: true } });
  let answer = () => undefined as unknown;
  const held = new Promise((resolve) => {
    answer = () => resolve(undefined);
  });
  server.use(
    http.get('*/api/bonus/check/active', async () => {
      await held;
      return HttpResponse.json({ status: true });
    }),
  );
  const { user } = show();
  await user.type(await screen.findByLabelText('Amount to withdraw'), '1000{Enter}');
  await user.click(nextButton());
  expect(screen.queryByRole('region', { name: 'Review your withdrawal' })).toBeNull();
  answer();
  await screen.findByText('Your bonus condition is met');
  await user.click(nextButton());
  const review = await screen.findByRole('region', { name: 'Review your withdrawal' });
  expect(plainText(review.textContent ?? '')).toContain('450.50 baht is cut');
  expect(amounts).toEqual([]);
});

test('when nobody can tell about a condition, the warning stands all the same', async () => {
  bank();
  refuse('get', '/api/bonus/check/active', 'INTERNAL_SERVER_ERROR', 500);
  show();
  expect(await screen.findByText(/If you have an active bonus/)).toBeTruthy();
});
