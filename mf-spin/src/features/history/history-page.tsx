import { Badge, type BadgeProps } from '@krapao/kit/ui/badge';
import { buttonClass } from '@krapao/kit/ui/button';
import { DateTime } from '@krapao/kit/ui/date-time';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { EntryList, EntryRow, type EntryRowProps, usePageParam } from '@krapao/kit/ui/entry-list';
import { keepPreviousData } from '@tanstack/react-query';
import { ShieldCheck, Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SpinRecord } from '../../api/gen/model';
import { useListSpins } from '../../api/gen/portal';
import { BackLink } from './back-link';
import styles from './history.module.css';
import { PAGE_SIZE } from './use-spin-record';

/** The colour of a coupon's status; an expired one is neutral. */
const TONE: Record<string, EntryRowProps['tone'] & BadgeProps['tone']> = { OPEN: 'accent', CLAIMED: 'success' };

function SpinRow({ spin, page }: { spin: SpinRecord; page: number }) {
  const { t } = useTranslation('mf-spin');
  const { label, wheel, coins, createdAt, coupon } = spin;
  const tone = TONE[coupon.status] ?? 'neutral';
  return (
    <EntryRow
      icon={<Ticket />}
      tone={tone}
      title={label}
      end={<Badge tone={tone}>{t(`history.status.${coupon.status}`)}</Badge>}
      details={[
        `${wheel} · ${t('wheel.coins', { count: coins })}`,
        ...(coupon.code ? [t('history.code', { code: coupon.code })] : []),
      ]}
      when={<DateTime value={createdAt} />}
      foot={
        <Link
          className={styles.check}
          to={`/user/spin/check?coupon=${coupon._id}${page > 1 ? `&page=${page}` : ''}`}
          aria-label={t('check.of', { label })}
        >
          <ShieldCheck aria-hidden="true" />
          {t('check.short')}
        </Link>
      }
    />
  );
}

/** The member's spins, newest first, ten a page, each with a link to its check. */
export default function HistoryPage() {
  const { t } = useTranslation('mf-spin');
  const [page, toPage] = usePageParam();
  const query = useListSpins(
    { page, limit: PAGE_SIZE },
    { query: { staleTime: 0, placeholderData: keepPreviousData } },
  );
  return (
    <div className={styles.page}>
      <BackLink to="/user/spin">{t('wheel.title')}</BackLink>
      <h1 className={styles.title}>{t('history.title')}</h1>
      <p className={styles.lead}>{t('history.lead')}</p>
      <EntryList
        label={t('history.title')}
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={toPage}
        rows={({ spins }) => spins.map((spin) => <SpinRow key={spin._id} spin={spin} page={page} />)}
        icon={<Ticket />}
        empty={
          <EmptyState
            icon={<Ticket />}
            title={t('history.empty')}
            text={t('history.emptyText')}
            action={
              <Link to="/user/spin" className={buttonClass()}>
                {t('wheel.tile')}
              </Link>
            }
          />
        }
      />
    </div>
  );
}
