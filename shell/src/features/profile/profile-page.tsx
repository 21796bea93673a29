import { formatAccountNumber, formatDateTime } from '@krapao/kit/format';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Card, cardClass } from '@krapao/kit/ui/card';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ChevronRight, Headset, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProfileResponse } from '../../api/gen/model';
import { useGetProfile } from '../../api/gen/portal';
import { Page } from '../../shared/page';
import styles from './profile.module.css';

function Rows({ rows }: { rows: (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(([label, value]) => (
        <div className={styles.row} key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ data: { profile, bankAccount } }: { data: ProfileResponse }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <Card tone="brand" className={styles.hero}>
        <span className={styles.portrait} aria-hidden="true">
          <UserRound />
        </span>
        <div className={styles.who}>
          <p className={styles.name}>{profile.name}</p>
          <p className={styles.phone}>{formatAccountNumber(profile.username)}</p>
        </div>
      </Card>
      <section className={styles.section} aria-labelledby="profile-account">
        <h2 className={styles.heading} id="profile-account">
          {t('profile.account')}
        </h2>
        <Card>
          <Rows
            rows={[
              [t('profile.name'), profile.name],
              [t('profile.number'), profile._id],
              [t('profile.username'), formatAccountNumber(profile.username)],
              [t('profile.since'), formatDateTime(profile.createdAt)],
            ]}
          />
        </Card>
      </section>
      <section className={styles.section} aria-labelledby="profile-bank">
        <h2 className={styles.heading} id="profile-bank">
          {t('profile.bankAccount')}
        </h2>
        <Card>
          <div className={styles.bank}>
            <BankLogo code={bankAccount.bankCode} size={44} />
            <p className={styles.bankNames}>
              <span className={styles.local}>{bankAccount.bank.nameTH}</span>
              <span className={styles.english} lang="en">
                {bankAccount.bank.nameEN}
              </span>
            </p>
          </div>
          <Rows
            rows={[
              [t('profile.accountName'), bankAccount.bankAccountName],
              [t('profile.accountNo'), formatAccountNumber(bankAccount.bankAccountNo)],
            ]}
          />
        </Card>
      </section>
      <Link to="/user/contact" className={`${cardClass({ pressable: true })} ${styles.contact}`}>
        <Headset aria-hidden="true" />
        <span className={styles.contactWords}>
          <span className={styles.local}>{t('profile.contact')}</span>
          <span className={styles.english}>{t('profile.contactLead')}</span>
        </span>
        <ChevronRight aria-hidden="true" />
      </Link>
    </>
  );
}

/** The member's own data, to be read. */
export default function ProfilePage() {
  const { t } = useTranslation('shell');
  const { data, error, isFetching, refetch } = useGetProfile();
  return (
    <Page title={t('profile.title')}>
      {data && <Details data={data} />}
      {!data && error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && (
        <div className={styles.section} aria-busy="true">
          <Skeleton shape="card" height={104} />
          <Skeleton shape="card" height={216} />
          <Skeleton shape="card" height={184} />
        </div>
      )}
    </Page>
  );
}
