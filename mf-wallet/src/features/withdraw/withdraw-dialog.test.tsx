import { plainText, setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import {
  getGetWalletResponseMock,
  getRefreshGameAccountsResponseMock,
  getWithdrawAllFundsResponseMock,
} from '../../api/gen/portal.msw';
import { bank, waiting } from '../../testing/bank';
import { refuse, server } from '../../testing/server';
import { Slots } from '../../testing/slots';
import WithdrawDialog from './withdraw-dialog';

function Host() {
  const [open, setOpen] = useState(true);
  const [closed, setClosed] = useState<string>();
  return (
    <>
      <output aria-label="closed">{closed}</output>
      <WithdrawDialog
        open={open}
        onClose={(changed) => {
          setOpen(false);
          setClosed(changed ? 'changed' : 'unchanged');
        }}
      />
    </>
  );
}

const show = () => renderWithProviders(<Host />);
/** Where the amount is entered, once the games have told what was won. */
const amountField = async () => {
  const field = await screen.findByLabelText<HTMLInputElement>('Amount to withdraw');
  await waitFor(() => expect(screen.queryByText('Asking your games for what you won')).toBeNull());
  return field;
};
/** The member comes back to the page, which reads everything again. */
const look = () =>
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
const nextButton = () => screen.getByRole('button', { name: 'Continue' });
const sendButton = () => screen.findByRole('button', { name: 'Withdraw' });
/** Goes on from the form to the review, and sends what stands there. */
const send = async ({ user }: Pick<ReturnType<typeof show>, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Continue', busy: false }));
  await user.click(await sendButton());
};

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

test('"all" is the total in whole units, and what is accepted waits for the transfer', async () => {
  const { amounts } = bank();
  const { user } = show();
  await amountField();
  await user.click(screen.getByRole('button', { name: 'All' }));
  await send({ user });
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(amounts).toEqual([1450]);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByLabelText('closed').textContent).toBe('changed');
});

test.each([
  ['en', 'KTB', 'Krung Thai Bank'],
  ['th', 'KTB', 'ธนาคารกรุงไทย'],
  ['la', 'KTB', 'Krung Thai Bank'],
  ['th', 'SCB', 'ธนาคารไทยพาณิชย์'],
  ['th', 'XBANK', 'XBANK'],
] as const)("what is accepted names the bank in the member's language: %s, %s", async (locale, bankCode, name) => {
  const { withdrawal } = getWithdrawAllFundsResponseMock();
  bank({ report: { withdrawal: { ...withdrawal, bankCode } } });
  const { user } = show();
  const field = await amountField();
  await setLocale(locale);
  await user.type(field, '500');
  await user.click(await screen.findByRole('button', { name: { en: 'Continue', th: 'ต่อไป', la: 'ຕໍ່ໄປ' }[locale] }));
  await user.click(await screen.findByRole('button', { name: { en: 'Withdraw', th: 'ถอนเงิน', la: 'ຖອນເງິນ' }[locale] }));
  const done = within(await screen.findByText('123-456-7890').then((number) => number.parentElement as HTMLElement));
  expect(await done.findByText(name)).toBeTruthy();
});

test('what did not come home from the games is told with where it is', async () => {
  const leg = { from: 'DEMOSLOT', to: 'WALLET', amount: 180, reference: 'T1' };
  bank({
    report: {
      legs: [
        { ...leg, status: 'PENDING', heldBy: null },
        { ...leg, reference: 'T2', status: 'FAILED', heldBy: 'DEMOSLOT', error: 'TRANSFER_FAIL' },
        { ...leg, reference: 'T3', amount: 7, status: 'SETTLED', heldBy: 'WALLET' },
      ],
    },
  });
  const { user } = show();
  await user.type(await amountField(), '500');
  await send({ user });
  const title = await screen.findByText('Some money has not come home');
  const items = within(title.parentElement as HTMLElement).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Demo Slot 180.00 baht on its way',
    'Demo Slot 180.00 baht still in: Demo Slot',
  ]);
});

test.each([
  ['WITHDRAW_MINIMUM', 'the amount is below the minimum withdrawal'],
  ['WITHDRAW_MAXIMUM', 'the amount is above the maximum withdrawal'],
  ['WITHDRAW_PENDING', 'a withdrawal is already in progress'],
  ['WITHDRAW_HOLD', 'withdrawals are paused for 24 hours after a change to your account'],
  ['MONEY_NOT_ENOUGH', 'insufficient funds'],
  ['BONUS_REMAINING', 'Bonus condition still active'],
])('%s is said in the form, and the wallet is read again, for money may have come home', async (code, text) => {
  const state = bank();
  refuse('post', '/api/wallet/withdrawAll', code, 409);
  const { user } = show();
  await user.type(await amountField(), '500');
  const { reads } = state;
  await send({ user });
  expect(await screen.findByText(text, { selector: '[role=alert] *' })).toBeTruthy();
  expect((await amountField()).value).toBe('500');
  await waitFor(() => expect(state.reads).toBeGreaterThan(reads));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByLabelText('closed').textContent).toBe('changed'));
});

const homeward = {
  from: 'DEMOSLOT',
  to: 'WALLET',
  amount: 180,
  reference: 'T1',
  status: 'SETTLED',
  heldBy: 'WALLET',
} as const;

test.each([
  [
    'all of it came',
    [homeward, { ...homeward, reference: 'T2', from: 'DEMOSPORT', amount: 20 }],
    'The money from your games is back in your wallet',
    ['Demo Slot 180.00 baht back in your wallet', 'Demo Sport 20.00 baht back in your wallet'],
  ],
  [
    'some came, some is on its way, some stayed',
    [
      homeward,
      { ...homeward, reference: 'T2', from: 'DEMOSPORT', amount: 20, status: 'PENDING' as const, heldBy: null },
      {
        ...homeward,
        reference: 'T3',
        from: 'XGAME',
        amount: 7,
        status: 'FAILED' as const,
        heldBy: 'XGAME',
        error: 'TRANSFER_FAIL',
      },
    ],
    'Some money has not come home',
    [
      'Demo Slot 180.00 baht back in your wallet',
      'Demo Sport 20.00 baht on its way',
      'XGAME 7.00 baht still in: XGAME',
    ],
  ],
  [
    'nothing came',
    [{ ...homeward, status: 'FAILED' as const, heldBy: 'DEMOSLOT', error: 'TRANSFER_FAIL' }],
    'Some money has not come home',
    ['Demo Slot 180.00 baht still in: Demo Slot'],
  ],
])(
  "a refusal after the games were asked for their money tells where each game's is: %s",
  async (_, legs, title, places) => {
    bank({ refusal: { message: 'MONEY_NOT_ENOUGH', requestId: 'r-1', legs } });
    const { user } = show();
    await user.type(await amountField(), '500');
    await send({ user });
    const note = (await screen.findByText(title)).closest('[role=alert]') as HTMLElement;
    expect(
      within(note)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(places);
    const link = screen.queryByRole('link', { name: 'See the history' });
    expect(link?.getAttribute('href')).toBe(title.startsWith('Some') ? '/user/statement' : undefined);
    await expectAccessible();
    await user.type(await amountField(), '1');
    expect(screen.queryByText(title)).toBeNull();
  },
);

test.each([
  ['the answer had no legs', { refusal: { message: 'WITHDRAW_HOLD', requestId: 'r-1' } }],
  ['no answer came: it may have been withdrawn', { dead: 1 }],
])("where the games' money is, is not told when %s", async (_, answer) => {
  const state = bank(answer);
  const { user } = show();
  await user.type(await amountField(), '500');
  const { reads } = state;
  await send({ user });
  await screen.findByRole('alert');
  await waitFor(() => expect(state.reads).toBeGreaterThan(reads));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('an amount that is easily misread stands beside the field with separators', async () => {
  bank();
  const { user } = show();
  await user.type(await amountField(), '12000');
  expect(screen.getByText('12,000.00 baht')).toBeTruthy();
});

test('after a dead network the same withdrawal is sent with the same key, so it never doubles', async () => {
  const { keys } = bank({ dead: 1 });
  const { user } = show();
  await user.type(await amountField(), '500');
  await send({ user });
  const note = await screen.findByRole('alert');
  expect(note.textContent).toMatch(/^We do not know yet how this ended.*no connection.*Trying again is safe/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  [
    'some did not come home',
    HttpResponse.json({
      ...getWithdrawAllFundsResponseMock(),
      legs: [{ ...homeward, status: 'PENDING', heldBy: 'TRANSIT' }],
    }),
    [/waiting for transfer/, /Some money from your games has not come home/],
  ],
  [
    'it was refused and the money came home',
    HttpResponse.json({ message: 'MONEY_NOT_ENOUGH', requestId: 'r-1', legs: [homeward] }, { status: 409 }),
    [/insufficient funds/, /The money from your games is back in your wallet/],
  ],
  ['its answer was lost', HttpResponse.error(), [/We do not know yet how this ended/]],
])('a withdrawal whose dialog was closed meanwhile is told whole: %s', async (_, answer, texts) => {
  bank();
  let end = () => undefined as unknown;
  server.use(
    http.post('*/api/wallet/withdrawAll', async () => {
      await new Promise((resolve) => {
        end = () => resolve(undefined);
      });
      return answer;
    }),
  );
  const { user } = show();
  await user.type(await amountField(), '500');
  await send({ user });
  await waitFor(async () => expect((await sendButton()).getAttribute('aria-busy')).toBe('true'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  end();
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['RETURNED', 'Returned to wallet', /Nothing more was withdrawn/],
  ['PAID', 'Paid', /123-456-7890/],
] as const)('an answer that says %s is shown as that', async (status, title, text) => {
  const { withdrawal } = getWithdrawAllFundsResponseMock();
  bank({ report: { withdrawal: { ...withdrawal, status } } });
  const { user } = show();
  await user.type(await amountField(), '500{Enter}');
  await user.click(await sendButton());
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('waiting for transfer')).toBeNull();
  await expectAccessible();
});

test('one whose answer was lost, and that was taken back since, is another withdrawal when it is asked for again', async () => {
  const state = bank({ dead: 1 });
  const { user } = show();
  await user.type(await amountField(), '500');
  state.records = [waiting];
  await send({ user });
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
  await user.type(await amountField(), '500');
  await send({ user });
  expect(await screen.findByText('waiting for transfer')).toBeTruthy();
  expect(new Set(state.keys).size).toBe(2);
});

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

test('the receipt is shared with its whole reference, and copied where there is no share sheet', async () => {
  const { withdrawal } = getWithdrawAllFundsResponseMock();
  bank();
  const { user } = show();
  await user.type(await amountField(), '500');
  await send({ user });
  const button = await screen.findByRole('button', { name: 'Share receipt' });
  await user.click(button);
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(withdrawal.reference);
  expect(copied).toContain('500.00');
  expect(copied, 'an account number leaves the phone by its end only').not.toContain(withdrawal.bankAccountNo);
  const share = vi.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { share });
  try {
    await user.click(button);
    expect(share.mock.calls[0]?.[0].text).toContain(withdrawal.reference);
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('winnings that a game has not told of yet can be withdrawn: the games are asked when the dialog opens', async () => {
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
