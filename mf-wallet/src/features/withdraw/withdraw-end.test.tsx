import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { getWithdrawAllFundsResponseMock } from '../../api/gen/portal.msw';
import { bank, waiting } from '../../testing/bank';
import { refuse, server } from '../../testing/server';
import { amountField, send, sendButton, show } from './testing/open-withdraw';

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

test('what did not come home from the games is listed with where it is', async () => {
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
])("where the games' money is, is not shown when %s", async (_, answer) => {
  const state = bank(answer);
  const { user } = show();
  await user.type(await amountField(), '500');
  const { reads } = state;
  await send({ user });
  await screen.findByRole('alert');
  await waitFor(() => expect(state.reads).toBeGreaterThan(reads));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
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
])('a withdrawal whose dialog was closed meanwhile is announced in full: %s', async (_, answer, texts) => {
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
