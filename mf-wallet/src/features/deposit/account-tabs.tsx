import { formatAccountNumber } from '@krapao/kit/format';
import { useLocale } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Card } from '@krapao/kit/ui/card';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositBank, DepositWallet } from '../../api/gen/model';
import styles from './account-tabs.module.css';
import { amountText } from './amount-text';
import { bankName } from './bank-name';

interface AccountProps {
  logo: string;
  name: string;
  holder: string;
  number: string;
  numberLabel: string;
  copyLabel: string;
  note?: ReactNode;
}

function Account({ logo, name, holder, number, numberLabel, copyLabel, note }: AccountProps) {
  return (
    <Card tone="sunken" className={styles.account}>
      <div className={styles.head}>
        <BankLogo code={logo} />
        <p className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.soft}>{holder}</span>
        </p>
      </div>
      <div className={styles.numberRow}>
        <p className={styles.names}>
          <span className={styles.soft}>{numberLabel}</span>
          <span className={styles.number}>{formatAccountNumber(number)}</span>
        </p>
        <CopyButton text={number} label={copyLabel} />
      </div>
      {note && <p className={styles.soft}>{note}</p>}
    </Card>
  );
}

/** The operator's bank accounts, each with a number to copy. */
export function BankTab({ accounts }: { accounts: DepositBank[] }) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  return (
    <div className={styles.accounts}>
      {accounts.map((account) => (
        <Account
          key={`${account.bankCode} ${account.bankAccountNo}`}
          logo={account.bankCode}
          name={bankName(account.bank, locale)}
          holder={account.bankAccountName}
          number={account.bankAccountNo}
          numberLabel={t('deposit.accountNo')}
          copyLabel={t('deposit.copyAccountNo')}
        />
      ))}
      <Alert>
        <p>{t('deposit.ownAccount')}</p>
        <p>{t('deposit.instant')}</p>
      </Alert>
    </div>
  );
}

/** The operator's e-wallets. One that is recognised by itself shows its number; gift links are not taken yet. */
export function WalletTab({ wallets, phone }: { wallets: DepositWallet[]; phone: string | undefined }) {
  const { t } = useTranslation('mf-wallet');
  const numbers = wallets.filter(({ mode }) => mode !== 'LINK');
  return (
    <div className={styles.accounts}>
      {numbers.map((wallet) => (
        <Account
          key={wallet.walletAccountNo}
          logo="TRUE"
          name={t('deposit.walletTab')}
          holder={wallet.walletAccountName}
          number={wallet.walletAccountNo}
          numberLabel={t('deposit.walletNo')}
          copyLabel={t('deposit.copyWalletNo')}
          note={t('qr.minimum', { amount: amountText(wallet.minDeposit, wallet.currency) })}
        />
      ))}
      {numbers.length > 0 && (
        <Alert>
          {phone !== undefined && <p>{t('deposit.ownPhone', { phone: formatAccountNumber(phone) })}</p>}
          <p>{t('deposit.instant')}</p>
        </Alert>
      )}
      {numbers.length < wallets.length && (
        <Alert title={t('deposit.linkSoon')}>
          <p>{t('deposit.linkSoonText')}</p>
        </Alert>
      )}
    </div>
  );
}
