import { formatAccountNumber } from '@krapao/kit/format';
import { bankName, useLocale } from '@krapao/kit/i18n';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { useTranslation } from 'react-i18next';
import type { WalletResponse } from '../../api/gen/model';
import styles from './withdraw.module.css';

/** The member's own bank account, where a withdrawal goes. */
export function Destination({ account }: { account: WalletResponse['bankAccount'] }) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  return (
    <div className={styles.destination}>
      <BankLogo code={account.bankCode} />
      <p className={styles.words}>
        <span className={styles.soft}>{t('withdraw.to')}</span>
        <span className={styles.strong}>{bankName(account.bank, locale)}</span>
        <span className={styles.number}>
          {`${formatAccountNumber(account.bankAccountNo)} · ${account.bankAccountName}`}
        </span>
      </p>
    </div>
  );
}
