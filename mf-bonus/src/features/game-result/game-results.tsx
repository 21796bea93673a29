import type { Slots } from '@krapao/kit/federation';
import { formatDate } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Card } from '@krapao/kit/ui/card';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Pager } from '@krapao/kit/ui/pager';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { Gamepad2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameDay } from '../../api/gen/model';
import { useListGameResults } from '../../api/gen/portal';
import styles from './game-results.module.css';
import { Result } from './result';

/** Days a page, as the other tables of the dialog have entries. */
const PAGE_SIZE = 10;

/** The day as members read it. The contract's day has no time: noon is the same day everywhere. */
const dayText = (day: string) => formatDate(`${day}T12:00:00+07:00`);

function Day({ day, currency }: { day: GameDay } & Slots['bonus.gameResults']) {
  const { t } = useTranslation('mf-bonus');
  const { result, broughtForward } = day;
  return (
    <li>
      <Card tone="sunken" className={styles.day}>
        <p className={styles.head}>
          <span>{dayText(day.day)}</span>
          <Result value={result} currency={currency} />
        </p>
        <ul className={styles.games}>
          {day.games.map(({ code, name, result }) => (
            <li key={code} className={styles.game}>
              <span>{name}</span>
              <Result value={result} />
            </li>
          ))}
        </ul>
        {result < 0 && broughtForward !== undefined && (
          <p className={styles.note}>{t('results.broughtForward', { amount: amountText(broughtForward, currency) })}</p>
        )}
      </Card>
    </li>
  );
}

/** Fills `bonus.gameResults`: what playing won and lost, by day and game, newest first. */
export default function GameResults({ currency }: Slots['bonus.gameResults']) {
  const { t } = useTranslation('mf-bonus');
  const [page, setPage] = useState(1);
  const query = useListGameResults(
    { page, limit: PAGE_SIZE },
    { query: { staleTime: 0, placeholderData: keepPreviousData } },
  );
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{t('results.lead')}</p>
      <QueryView
        query={query}
        loading={
          <>
            <Skeleton shape="block" height={96} />
            <Skeleton shape="block" height={96} />
          </>
        }
        loadingClass={styles.body}
        empty={({ total }) =>
          total === 0 && <EmptyState icon={<Gamepad2 />} title={t('results.empty')} text={t('results.emptyText')} />
        }
      >
        {({ days, total }) => (
          <>
            <ul
              className={styles.days}
              aria-label={t('results.title')}
              aria-busy={query.isPlaceholderData || undefined}
            >
              {days.map((day) => (
                <Day key={day.day} day={day} currency={currency} />
              ))}
            </ul>
            <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={setPage} />
          </>
        )}
      </QueryView>
    </div>
  );
}
