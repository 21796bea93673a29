import { useRefresh } from '@krapao/kit/api';
import { formatAccountNumber } from '@krapao/kit/format';
import { EnglishNameDialog } from '@krapao/kit/forms/english-name-dialog';
import { useLocale } from '@krapao/kit/i18n';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Card } from '@krapao/kit/ui/card';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberBankAccount } from '../../api/gen/model';
import { useUpdateBankAccountName } from '../../api/gen/portal';
import { bankNames } from '../../shared/bank-names';
import { useSite } from '../../shared/use-site';
import styles from './profile.module.css';
import { Rows } from './rows';
import { Section } from './section';

/** Where withdrawals go; the holder's name can be given in English. */
export function BankSection({ account }: { account: MemberBankAccount }) {
  const { t } = useTranslation(['shell', 'account']);
  const { name, other } = bankNames(account.bank, useLocale());
  const [editing, setEditing] = useState(false);
  const refresh = useRefresh();
  const update = useUpdateBankAccountName();
  const latin = useSite().data?.latinNameBanks.includes(account.bankCode) ?? false;
  const save = async (bankAccountName: string) => {
    await update.mutateAsync({ data: { bankCode: account.bankCode, bankAccountName } });
    await refresh('getProfile', 'getWallet');
  };
  return (
    <Section title={t('profile.bankAccount')}>
      <Card>
        <div className={styles.bank}>
          <BankLogo code={account.bankCode} size={44} />
          <dl className={styles.bankNames}>
            <dt className={styles.english}>{t('profile.bank')}</dt>
            <dd className={styles.local} lang={name.lang}>
              {name.text}
            </dd>
            {other && (
              <dd className={styles.english} lang={other.lang}>
                {other.text}
              </dd>
            )}
          </dl>
        </div>
        <Rows
          rows={[
            {
              label: t('profile.accountName'),
              value: account.bankAccountName,
              action: (
                <IconButton
                  className={styles.edit}
                  label={t('account:bankName.edit')}
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => setEditing(true)}
                />
              ),
            },
            { label: t('profile.accountNo'), value: formatAccountNumber(account.bankAccountNo) },
          ]}
        />
      </Card>
      <EnglishNameDialog
        open={editing}
        onClose={() => setEditing(false)}
        name={account.bankAccountName}
        description={latin ? t('profile.latinName', { bank: name.text }) : undefined}
        onSave={save}
      />
    </Section>
  );
}
