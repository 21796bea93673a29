import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Pager } from '@krapao/kit/ui/pager';
import { type QueryState, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './paged-table.module.css';

/** Entries a page (specification 9). */
export const PAGE_SIZE = 10;

const WAITING = Array.from({ length: 4 }, (_, index) => <Skeleton key={index} shape="block" height={44} />);

interface PagedTableProps<T extends { total: number }> {
  label: string;
  query: QueryState<T> & { isPlaceholderData: boolean };
  page: number;
  onPageChange: (page: number) => void;
  /** The last column is an amount. */
  columns: readonly string[];
  rows: (data: T) => readonly { key: string; cells: readonly ReactNode[] }[];
  empty: { title: string; text: string };
}

/** A table inside of a dialog, ten a page: loading, failed, empty, or its rows. */
export function PagedTable<T extends { total: number }>({
  label,
  query,
  page,
  onPageChange,
  columns,
  rows,
  empty,
}: PagedTableProps<T>) {
  return (
    <QueryView
      query={query}
      loading={WAITING}
      loadingClass={styles.waiting}
      empty={(data) => data.total === 0 && <EmptyState icon={<Inbox />} {...empty} />}
    >
      {(data) => (
        <>
          <table className={styles.table} aria-label={label} aria-busy={query.isPlaceholderData || undefined}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows(data).map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPageChange={onPageChange} />
        </>
      )}
    </QueryView>
  );
}
