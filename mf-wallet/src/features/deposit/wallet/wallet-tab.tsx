import { formatAccountNumber } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { useTranslation } from 'react-i18next';
import type { DepositWallet } from '../../../api/gen/model';
import stack from '../../../shared/stack.module.css';
import { AccountCard } from '../account-card';
import { GiftDone } from './gift-done';
import { GiftForm } from './gift-form';
import type { useGiftLink } from './use-gift-link';

interface WalletTabProps {
  /** E-wallets to transfer to. */
  numbers: DepositWallet[];
  /** The e-wallet that takes gift links, if one does. */
  taker: DepositWallet | undefined;
  phone: string | undefined;
  isManual: boolean;
  gift: ReturnType<typeof useGiftLink>;
}

/** The operator's e-wallets: a number to transfer to from the member's own, or a form for a gift link. */
export function WalletTab({ numbers, taker, phone, isManual, gift }: WalletTabProps) {
  const { t } = useTranslation('mf-wallet');
  if (gift.receipt && taker) return <GiftDone receipt={gift.receipt} currency={taker.currency} />;
  // Its hyphens are no place to end a line.
  const own = phone !== undefined && formatAccountNumber(phone).replaceAll('-', '\u2011');
  return (
    <div className={stack.stack}>
      {numbers.map((wallet) => (
        <AccountCard
          key={wallet.walletAccountNo}
          logo="TRUE"
          name={t('party.TRUE')}
          holder={wallet.walletAccountName}
          number={wallet.walletAccountNo}
          numberLabel={t('deposit.walletNo')}
          copyLabel={t('deposit.copyWalletNo')}
        />
      ))}
      {numbers.length > 0 && (
        <Alert>
          {own && <p>{t('deposit.ownPhone', { phone: own })}</p>}
          <p>{t(isManual ? 'deposit.manual' : 'deposit.instant')}</p>
        </Alert>
      )}
      {taker && <GiftForm taker={taker} gift={gift} />}
    </div>
  );
}
