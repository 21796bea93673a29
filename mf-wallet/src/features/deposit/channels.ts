import type { Currency } from '@krapao/kit/format';
import type { DepositBank, DepositLookup, DepositWallet } from '../../api/gen/model';

/** A deposit channel that is paid through a QR code. */
export interface Gateway {
  code: string;
  bankCode: string;
  name: DepositBank['bank'];
  currency: Currency;
  /** The smallest amount, in the major unit; never below 1 (specification 5). */
  minimum: number;
  quickAmounts: number[];
}

/** The three ways to deposit, as the lookup lists them. */
export interface Channels {
  accounts: DepositBank[];
  gateways: Gateway[];
  wallets: DepositWallet[];
}

/** A payment gateway, or a bank recognised by its notices, shows a QR code; every other bank its account number (specification 2.5). */
function gatewayOf(bank: DepositBank): Gateway | null {
  if (bank.gatewayCode === undefined || (bank.bankType !== 'PAYMENT' && bank.mode !== 'SMS')) return null;
  return {
    code: bank.gatewayCode,
    bankCode: bank.bankCode,
    name: bank.bank,
    currency: bank.currency,
    minimum: Math.max(1, bank.minDeposit ?? 1),
    quickAmounts: bank.quickAmounts ?? [],
  };
}

/** Sorts the lookup into the ways to deposit. With isManual every bank with a number is shown as an account. */
export function channelsOf({ banks, wallets, isManual }: DepositLookup): Channels {
  const channels: Channels = { accounts: [], gateways: [], wallets };
  for (const bank of banks) {
    const gateway = isManual ? null : gatewayOf(bank);
    if (gateway) channels.gateways.push(gateway);
    else if (bank.bankAccountNo !== '') channels.accounts.push(bank);
  }
  return channels;
}
