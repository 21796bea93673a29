import { createDecipheriv } from 'node:crypto';
import { keepTogether, setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { DepositBank, DepositWallet } from '../../api/gen/model';
import { getGetDepositLookupResponseMock, getGetSiteSettingsResponseMock } from '../../api/gen/portal.msw';
import { depositServer, looking } from '../../testing/deposit-server';
import { refuse, server } from '../../testing/server';
import { Slots } from '../../testing/slots';
import DepositDialog from './deposit-dialog';

const [account] = getGetDepositLookupResponseMock().banks as [DepositBank];
const [taker] = getGetDepositLookupResponseMock().wallets as [DepositWallet];
const auto: DepositWallet = { ...taker, walletAccountNo: '0890001133', mode: 'AUTO', minDeposit: undefined };
const GIFT = 'https://gift.truemoney.com/campaign/?v=Ab3dEf6hIj9kLm2nOp';

function Slip({ open, view }: { open: boolean; view: string }) {
  return open ? <p>{`slip ${view}`}</p> : null;
}

function Host() {
  const [open, setOpen] = useState(true);
  return (
    <Slots fill={{ 'wallet.slip': Slip }}>
      <output aria-label="open">{String(open)}</output>
      <DepositDialog open={open} phone="0812345678" onClose={() => setOpen(false)} />
    </Slots>
  );
}

const show = () => renderWithProviders(<Host />);
const tab = (name: string) => screen.findByRole('tab', { name });
const copyButton = () => screen.findByRole('button', { name: 'Copy account number' });

/** What the server reads out of a gift link. */
function decoded(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  const key = Buffer.from(getGetSiteSettingsResponseMock().giftLinkKey, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

test('a member of KTB without a Latin name gives one before a number is copied, and copies with a new tap', async () => {
  const state = depositServer({ account: { bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' } });
  const { user } = show();
  await user.click(await tab('Bank'));
  await waitFor(async () => expect((await copyButton()).getAttribute('aria-busy')).toBeNull());
  await user.click(await copyButton());
  const dialog = await screen.findByRole('dialog', { name: 'Edit bank account name' });
  expect(dialog.textContent).toContain('Krung Thai Bank needs your account name in English');
  expect(screen.queryByText(/^Copied:/)).toBeNull();
  await user.type(within(dialog).getByLabelText(/Bank account name/), 'somchai  jaidee');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit bank account name' })).toBeNull());
  expect(state.names).toEqual([{ bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE' }]);
  expect(screen.queryByText(/^Copied:/)).toBeNull();
  const button = await copyButton();
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.click(button);
  expect(await screen.findByText('Copied: 1112223334')).toBeTruthy();
});

test.each([
  ['another bank', { bankCode: 'SCB', bankAccountName: 'สมชาย ใจดี' }],
  ['a Latin name', { bankCode: 'TMB', bankAccountName: 'SOMCHAI JAIDEE' }],
])('with %s the number is copied at once', async (_case, own) => {
  depositServer({ account: own });
  const { user } = show();
  await user.click(await tab('Bank'));
  await waitFor(async () => expect((await copyButton()).getAttribute('aria-busy')).toBeNull());
  await user.click(await copyButton());
  expect(await screen.findByText('Copied: 1112223334')).toBeTruthy();
});

test('a wallet that cannot be read keeps nobody from paying in', async () => {
  depositServer();
  refuse('get', '/api/wallet', 'INTERNAL_SERVER_ERROR', 500);
  const { user } = show();
  await user.click(await tab('Bank'));
  await waitFor(async () => expect((await copyButton()).getAttribute('aria-busy')).toBeNull());
  await user.click(await copyButton());
  expect(await screen.findByText('Copied: 1112223334')).toBeTruthy();
});

test('with isManual every bank and e-wallet is a number to copy, and nothing promises a minute', async () => {
  const sms: DepositBank = { ...account, bankAccountNo: '0987654321', mode: 'SMS', gatewayCode: 'SMS1' };
  depositServer({ lookup: { banks: [account, sms], wallets: [taker], isManual: true } });
  const { user } = show();
  expect(await screen.findByText('098-765-4321')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'QR code' })).toBeNull();
  expect(screen.queryByText(/within 1 minute/)).toBeNull();
  await user.click(await tab('E-wallet'));
  expect(await screen.findByText('080-123-4567')).toBeTruthy();
  expect(screen.queryByLabelText('Gift link')).toBeNull();
});

test('a member says how much they transferred; tried again after a dead network it is the same claim, and then it can be followed', async () => {
  const state = depositServer({ dead: 1 });
  const { user } = show();
  await user.click(await tab('Bank'));
  await user.click(screen.getByRole('button', { name: /I have transferred/ }));
  const dialog = await screen.findByRole('dialog', { name: 'I have transferred' });
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Tell us' });
  expect(send.disabled).toBe(true);
  await user.type(within(dialog).getByLabelText('Amount you transferred'), '0');
  expect(send.disabled).toBe(true);
  await user.clear(within(dialog).getByLabelText('Amount you transferred'));
  await user.type(within(dialog).getByLabelText('Amount you transferred'), '500.50');
  await expectAccessible();
  await user.click(send);
  expect(await screen.findByText(/We do not know yet how this ended/)).toBeTruthy();
  state.deposits = [{ ...looking, amount: 500.5 }];
  await user.click(send);
  expect(await screen.findByText('We have noted your transfer of 500.50 baht')).toBeTruthy();
  expect(state.claims).toEqual([{ amount: 500.5 }, { amount: 500.5 }]);
  expect(new Set(state.keys).size).toBe(1);
  expect(await screen.findByRole('dialog', { name: 'My deposits' })).toBeTruthy();
  expect(await screen.findByText('You told us')).toBeTruthy();
});

test('a refused claim says why and keeps the amount', async () => {
  depositServer();
  refuse('post', '/api/wallet/add', 'NO_BANK');
  const { user } = show();
  await user.click(await tab('Bank'));
  await user.click(screen.getByRole('button', { name: /I have transferred/ }));
  await user.type(await screen.findByLabelText('Amount you transferred'), '20');
  await user.click(screen.getByRole('button', { name: 'Tell us' }));
  expect(await screen.findByText(/no bank account details found/i)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Amount you transferred').value).toBe('20');
});

test('a slip can be uploaded from the bank accounts', async () => {
  depositServer();
  const { user } = show();
  await user.click(await tab('Bank'));
  await user.click(screen.getByRole('button', { name: /Upload a slip/ }));
  expect(await screen.findByText('slip upload')).toBeTruthy();
});

test('an e-wallet that is recognised by itself shows its number and names the phone it must come from', async () => {
  depositServer({ lookup: { wallets: [auto] } });
  const { user } = show();
  await user.click(await tab('E-wallet'));
  expect(await screen.findByText('089-000-1133')).toBeTruthy();
  expect(screen.getByText(/your registered number 081\u2011234\u20115678/)).toBeTruthy();
  expect(screen.queryByLabelText('Gift link')).toBeNull();
  expect(within(screen.getByRole('tabpanel')).queryByText(/minimum/i)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy e-wallet number' }));
  expect(await screen.findByText('Copied: 0890001133')).toBeTruthy();
  await expectAccessible();
});

test('a gift link goes encoded with its taker, its money shows, and nothing says so twice', async () => {
  const state = depositServer();
  const { user } = show();
  await user.click(await tab('E-wallet'));
  expect(await screen.findByText('The smallest deposit by link is 2.00 baht.')).toBeTruthy();
  expect(screen.getByText(/must come from your registered phone number/)).toBeTruthy();
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send link' });
  expect(send.disabled).toBe(true);
  await user.click(screen.getByLabelText('Gift link'));
  await user.paste('   ');
  expect(send.disabled).toBe(true);
  await user.paste(`A gift for you ${GIFT}`);
  await expectAccessible();
  const reads = state.walletReads;
  await user.click(send);
  const sent = await screen.findByText(/The link was sent/);
  expect(screen.getByRole('dialog').contains(sent)).toBe(true);
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
  expect(screen.getByText('100.00', { exact: false, selector: 'span' })).toBeTruthy();
  expect(state.links.map(decoded)).toEqual([`${GIFT}::KRAPAO CO LTD`]);
  await waitFor(() => expect(state.walletReads).toBeGreaterThan(reads));
  await user.click(screen.getByRole('button', { name: 'Another link' }));
  expect(screen.getByLabelText<HTMLInputElement>('Gift link').value).toBe('');
});

test('a gift link that went unanswered is sent again as the very same request', async () => {
  const state = depositServer({ dead: 1, receipt: { message: 'SUCCESS', status: 'PENDING' } });
  const { user } = show();
  await user.click(await tab('E-wallet'));
  await user.click(await screen.findByLabelText('Gift link'));
  await user.paste(GIFT);
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/We do not know yet how this ended/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText('We are looking into your gift')).toBeTruthy();
  expect(screen.queryByText(/The link was sent/)).toBeNull();
  expect(state.links[0]).toBe(state.links[1]);
  expect(state.keys[0]).toBe(state.keys[1]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByLabelText('open').textContent).toBe('false');
});

test.each([
  ['its dialog was closed', 'Close', null],
  ['the list of deposits was opened over it', /^My deposits/, 'My deposits'],
])('a gift link that is taken after %s is told by a toast', async (_, press, opened) => {
  depositServer();
  let take = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  server.use(http.post('*/api/wallet/truelink', () => taken));
  const { user } = show();
  await user.click(await tab('E-wallet'));
  await user.click(await screen.findByLabelText('Gift link'));
  await user.paste(GIFT);
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await user.click(screen.getByRole('button', { name: press }));
  if (opened) await screen.findByRole('dialog', { name: opened });
  else await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  take();
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  expect(await within(toasts).findByText(/The link was sent/)).toBeTruthy();
});

test.each([
  ['TRUELINK_DUPLICATE', 'duplicate link'],
  ['TRUELINK_INVALID', 'invalid or used link'],
])('a gift link refused as %s says so and stays', async (code, text) => {
  depositServer();
  refuse('post', '/api/wallet/truelink', code);
  const { user } = show();
  await user.click(await tab('E-wallet'));
  await user.click(await screen.findByLabelText('Gift link'));
  await user.paste(GIFT);
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Gift link').value).toBe(GIFT);
});

test('it speaks Lao', async () => {
  await setLocale('la');
  depositServer();
  const { user } = show();
  await user.click(await tab(keepTogether('ອີວໍເລັດ')));
  expect(await screen.findByLabelText('ລິ້ງຊອງຂອງຂວັນ')).toBeTruthy();
  await user.click(await tab('ບັນຊີທະນາຄານ'));
  expect(screen.getByRole('button', { name: /ແຈ້ງໂອນເງິນ/ })).toBeTruthy();
});
