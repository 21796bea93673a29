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
  /** E-wallets to transfer to. */
  wallets: DepositWallet[];
  /** The e-wallet that takes gift links, if one does. */
  taker: DepositWallet | undefined;
}

/**
 * A payment gateway, or a bank recognised by its notices, shows a QR code; every other bank its account number
 * (specification 2.5).
 */
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

/**
 * Sorts the lookup into the ways to deposit. With isManual every bank and every e-wallet is an account with a number,
 * and nothing else.
 */
export function channelsOf({ banks, wallets, isManual }: DepositLookup): Channels {
  const takes = ({ mode }: DepositWallet) => !isManual && mode !== 'AUTO';
  const channels: Channels = {
    accounts: [],
    gateways: [],
    wallets: wallets.filter((wallet) => !takes(wallet)),
    taker: wallets.find(takes),
  };
  for (const bank of banks) {
    const gateway = isManual ? null : gatewayOf(bank);
    if (gateway) channels.gateways.push(gateway);
    else if (bank.bankAccountNo !== '') channels.accounts.push(bank);
  }
  return channels;
}
