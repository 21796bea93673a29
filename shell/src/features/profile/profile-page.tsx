import { Card, cardClass } from '@krapao/kit/ui/card';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ChevronRight, Headset, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Profile, ProfileResponse } from '../../api/gen/model';
import { useGetProfile } from '../../api/gen/portal';
import { Page } from '../../shared/page';
import { phoneText } from '../../shared/phone-text';
import { AccountSection } from './account-section';
import { BankSection } from './bank-section';
import styles from './profile.module.css';
import { SecuritySection } from './security-section';

function Hero({ profile }: { profile: Profile }) {
  return (
    <Card tone="brand" className={styles.hero}>
      <span className={styles.portrait} aria-hidden="true">
        <UserRound />
      </span>
      <div className={styles.who}>
        <p className={styles.name}>{profile.name}</p>
        <p className={styles.phone}>{phoneText(profile.username)}</p>
      </div>
    </Card>
  );
}

function Details({ data }: { data: ProfileResponse }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <Hero profile={data.profile} />
      <AccountSection data={data} />
      <BankSection account={data.bankAccount} />
      <SecuritySection profile={data.profile} />
      <Link to="/user/contact" className={`${cardClass({ pressable: true })} ${styles.link}`}>
        <Headset aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.local}>{t('profile.contact')}</span>
          <span className={styles.english}>{t('profile.contactLead')}</span>
        </span>
        <ChevronRight aria-hidden="true" />
      </Link>
    </>
  );
}

/** The member's own data, what may be changed of them, and who else is logged in as this member. */
export default function ProfilePage() {
  const { t } = useTranslation('shell');
  const query = useGetProfile();
  return (
    <Page title={t('profile.title')}>
      <QueryView
        query={query}
        loading={[104, 216, 184].map((height) => <Skeleton key={height} shape="card" height={height} />)}
        loadingClass={styles.section}
      >
        {(data) => <Details data={data} />}
      </QueryView>
    </Page>
  );
}
