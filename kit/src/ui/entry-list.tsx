import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from './button';
import { Card } from './card';
import { EmptyState } from './empty-state';
import styles from './entry-list.module.css';
import { Pager } from './pager';
import { type QueryState, QueryView } from './query-view';
import { Skeleton } from './skeleton';

/**
 * The page in the address (`?page=2`), counted from 1. Anything else is the first page. Going back goes to the page
 * before.
 */
export function usePageParam(): [page: number, toPage: (page: number) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('page') ?? '';
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  const toPage = (next: number) => {
    // What else stands in the address, such as a filter, stays.
    setParams((past) => {
      const changed = new URLSearchParams(past);
      if (next === 1) changed.delete('page');
      else changed.set('page', String(next));
      return changed;
    });
    window.scrollTo(0, 0);
  };
  return [page, toPage];
}

export interface EntryRowProps {
  /** What begins with this entry, above it: a day. */
  heading?: ReactNode;
  icon: ReactNode;
  /** The colour of the icon. */
  tone?: 'brand' | 'neutral' | 'accent' | 'success';
  title: ReactNode;
  /** Opens the entry; the whole row can be pressed. */
  onOpen?: (() => void) | undefined;
  /** At the far end of the title: an amount or a state. */
  end: ReactNode;
  /** The entry moved nothing: what stands at the end is struck through. */
  isVoid?: boolean;
  /** Lines below the title. */
  details: readonly ReactNode[];
  when: ReactNode;
  /** Beside the time: a state or a link. */
  foot: ReactNode;
}

/** One entry of an {@link EntryList}: what, how much, when, and how far it got. */
export function EntryRow({
  heading,
  icon,
  tone = 'brand',
  title,
  onOpen,
  end,
  isVoid = false,
  details,
  when,
  foot,
}: EntryRowProps) {
  const id = useId();
  return (
    <li className={styles.item}>
      {heading !== undefined && <h2 className={styles.heading}>{heading}</h2>}
      <div className={styles.entry}>
        <span className={styles.icon} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
        <p className={styles.title}>
          {onOpen ? (
            <button
              type="button"
              className={styles.lead}
              aria-haspopup="dialog"
              // Entries of one kind have the same name. What tells them apart is read out with it.
              aria-describedby={`${id}details ${id}end ${id}when`}
              onClick={onOpen}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </p>
        <div className={styles.details} id={`${id}details`}>
          {details.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
        <p className={styles.end} id={`${id}end`} data-void={isVoid || undefined}>
          {end}
        </p>
        <div className={styles.foot}>
          {foot}
          <p className={styles.when} id={`${id}when`}>
            {when}
          </p>
        </div>
      </div>
    </li>
  );
}

function Loading() {
  return (
    <Card flush className={styles.list}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.entry}>
          <Skeleton shape="circle" width={44} height={44} />
          <div className={styles.loading}>
            <Skeleton width="56%" />
            <Skeleton width="80%" />
            <Skeleton width="64%" />
          </div>
          <Skeleton width={72} />
        </div>
      ))}
    </Card>
  );
}

export interface EntryListProps<T extends { total: number }> {
  label: string;
  query: QueryState<T> & { isPlaceholderData: boolean };
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  /** The rows of a page, an {@link EntryRow} each. */
  rows: (data: T) => readonly ReactNode[];
  /** Stands for the entries where a page has none. */
  icon: ReactNode;
  /** Shown when there is no entry at all: an EmptyState. */
  empty: ReactNode;
}

/** A history, newest first, page by page: loading, failed, empty, a page beyond the end, or the entries. */
export function EntryList<T extends { total: number }>({
  label,
  query,
  page,
  pageSize,
  onPageChange,
  rows,
  icon,
  empty,
}: EntryListProps<T>) {
  const { t } = useTranslation('common');
  const beyond = (
    <EmptyState
      icon={icon}
      title={t('pager.beyond')}
      action={
        <Button variant="secondary" onClick={() => onPageChange(1)}>
          {t('pager.first')}
        </Button>
      }
    />
  );
  return (
    <QueryView
      query={query}
      loading={<Loading />}
      framed
      empty={(data) => rows(data).length === 0 && (data.total > 0 ? beyond : empty)}
    >
      {(data) => (
        <>
          <Card flush className={styles.list} aria-busy={query.isPlaceholderData || undefined}>
            <ul aria-label={label}>{rows(data)}</ul>
          </Card>
          <Pager page={page} total={data.total} pageSize={pageSize} onPageChange={onPageChange} />
        </>
      )}
    </QueryView>
  );
}
