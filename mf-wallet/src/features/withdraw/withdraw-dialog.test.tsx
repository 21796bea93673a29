import { plainText, setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import { bank } from '../../testing/bank';
import { refuse, server } from '../../testing/server';
import { Slots } from '../../testing/slots';
import { amountField, Host, look, nextButton, send, show } from './testing/open-withdraw';

test('the total is the wallet and the open games, as whole units, and it says where the money goes', async () => {
  bank();
  show();
  await amountField();
  expect(screen.getByText('Total you can withdraw').parentElement?.textContent).toContain('1,450 baht');
  expect(screen.getByText('100.00 baht to 50,000.00 baht')).toBeTruthy();
  expect(screen.getByText('Krung Thai Bank')).toBeTruthy();
  expect(screen.getByText('123-456-7890 · SOMCHAI JAIDEE')).toBeTruthy();
  await expectAccessible();
});

test.each([
  ['', 'Minimum amount is 100.00 baht'],
  ['.', 'Minimum amount is 100.00 baht'],
  ['99.99', 'Minimum amount is 100.00 baht'],
  ['50000.01', 'maximum amount is 50,000.00 baht'],
  ['1450.51', 'You have 1,450.50 baht'],
])('the amount "%s" is not sent: %s', async (entered, text) => {
  const { amounts } = bank();
  const { user } = show();
  const field = await amountField();
  if (entered !== '') await user.type(field, entered);
  await user.click(nextButton());
  expect(screen.getByText(text)).toBeTruthy();
  expect(amounts).toEqual([]);
});

test('what is wrong with an amount is said of the wallet as it was read last, and in the language of now', async () => {
  bank();
  const { user, queryClient } = show();
  const field = await amountField();
  await user.type(field, '1460{Enter}');
  expect(await screen.findByText('You have 1,450.50 baht')).toBeTruthy();
  await act(() => setLocale('th'));
  await waitFor(() => expect(screen.queryByText('You have 1,450.50 baht')).toBeNull());
  await act(() => setLocale('en'));
  await screen.findByText('You have 1,450.50 baht');
  const wallet = getGetWalletResponseMock();
  server.use(
    http.get('*/api/wallet', () => HttpResponse.json({ ...wallet, wallet: { ...wallet.wallet, amount: 9000 } })),
  );
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByText(/You have/)).toBeNull());
  expect(field.isConnected && field.value).toBe('1460');
});

test('an amount stays while the list, which could not be read, is asked for again', async () => {
  bank();
  refuse('post', '/api/wallet/withdrawals', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  await user.type(await amountField(), '500');
  let asked = 0;
  server.use(
    http.post('*/api/wallet/withdrawals', () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    }),
  );
  look();
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.getByLabelText<HTMLInputElement>('Amount to withdraw').value).toBe('500');
});

test('an amount that is easily misread stands beside the field with separators', async () => {
  bank();
  const { user } = show();
  await user.type(await amountField(), '12000');
  expect(screen.getByText('12,000.00 baht')).toBeTruthy();
});

test('the review says how much, to where, what it costs and the limits; nothing is sent before, and it can be changed', async () => {
  const { amounts } = bank();
  const { user } = show();
  await user.type(await amountField(), '500{Enter}');
  const review = await screen.findByRole('region', { name: 'Review your withdrawal' });
  expect(document.activeElement, 'who reads with a screen reader goes on here').toBe(review);
  const text = plainText(review.textContent ?? '').replaceAll('\u00a0', ' ');
  for (const part of [
    '500.00 baht',
    '123-456-7890 · SOMCHAI JAIDEE',
    'Fee',
    '100.00 baht to 50,000.00 baht',
    '950.50',
  ]) {
    expect(text).toContain(part);
  }
  await expectAccessible();
  expect(amounts).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const field = await amountField();
  expect(field.value).toBe('500');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, '600');
  await send({ user });
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(amounts).toEqual([600]);
});

test('limits that cannot be loaded can be tried again', async () => {
  bank();
  refuse('get', '/api/lookup/withdraw', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  bank();
  await user.click(retry);
  expect(await amountField()).toBeTruthy();
});

test('what stands in the way of a withdrawal is one tap away, in the place of the team that knows', async () => {
  bank();
  const { user } = renderWithProviders(
    <Slots fill={{ 'withdraw.blockers': ({ open }) => (open ? <p>every reason</p> : null) }}>
      <Host />
    </Slots>,
  );
  await amountField();
  expect(screen.queryByText('every reason')).toBeNull();
  await user.click(screen.getByRole('button', { name: "Why can't I withdraw?" }));
  expect(await screen.findByText('every reason')).toBeTruthy();
});
