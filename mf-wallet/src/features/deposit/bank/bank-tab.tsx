import { bankName, useLocale } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { useTranslation } from 'react-i18next';
import type { DepositBank } from '../../../api/gen/model';
import stack from '../../../shared/stack.module.css';
import { AccountCard, type CopyRule } from '../account-card';

interface BankTabProps {
  accounts: DepositBank[];
  copy: CopyRule;
  /** Nobody recognises the money by itself: no promise of a minute. */
  isManual: boolean;
}

/** The operator's bank accounts, each with a number to copy. */
export function BankTab({ accounts, copy, isManual }: BankTabProps) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  return (
    <div className={stack.stack}>
      {accounts.map((account) => (
        <AccountCard
          key={`${account.bankCode} ${account.bankAccountNo}`}
          logo={account.bankCode}
          name={bankName(account.bank, locale)}
          holder={account.bankAccountName}
          number={account.bankAccountNo}
          numberLabel={t('deposit.accountNo')}
          copyLabel={t('deposit.copyAccountNo')}
          copy={copy}
        />
      ))}
      <Alert>
        <p>{t('deposit.ownAccount')}</p>
        <p>{t(isManual ? 'deposit.manual' : 'deposit.instant')}</p>
      </Alert>
    </div>
  );
}
