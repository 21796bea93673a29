import { expect, test } from 'vitest';
import type { DepositBank, DepositWallet } from '../../api/gen/model';
import { getGetDepositLookupResponseMock } from '../../api/gen/portal.msw';
import { channelsOf } from './channels';

const example = getGetDepositLookupResponseMock();
const [account, gateway] = example.banks as [DepositBank, DepositBank];

test('gateways and banks recognised by SMS are paid through a QR code, every other bank by its number', () => {
  const sms: DepositBank = { ...account, bankCode: 'KBANK', mode: 'SMS', gatewayCode: 'SMS1', minDeposit: 0 };
  const channels = channelsOf({ ...example, banks: [account, gateway, sms] });
  expect(channels.accounts).toEqual([account]);
  expect(channels.gateways.map(({ code, minimum }) => [code, minimum])).toEqual([
    ['GATEWAY2', 100],
    ['SMS1', 1],
  ]);
});

test('with isManual every bank that has a number is an account', () => {
  const sms: DepositBank = { ...account, mode: 'SMS', gatewayCode: 'SMS1' };
  expect(channelsOf({ ...example, banks: [account, sms, gateway], isManual: true })).toMatchObject({
    accounts: [account, sms],
    gateways: [],
  });
});

test('an e-wallet is a number when it is recognised by itself, and takes gift links otherwise', () => {
  const [link] = example.wallets as [DepositWallet];
  const auto: DepositWallet = { ...link, mode: 'AUTO' };
  expect(channelsOf({ ...example, wallets: [link, auto] })).toMatchObject({ wallets: [auto], taker: link });
  expect(channelsOf({ ...example, wallets: [link, auto], isManual: true })).toMatchObject({
    wallets: [link, auto],
    taker: undefined,
  });
});
