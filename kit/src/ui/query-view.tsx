import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from './card';
import { ErrorState } from './error-state';

/** What a view needs to know of a query; a react-query result is one. */
export interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Two queries as one that has data once both have. A retry asks only for what is missing. */
export function joinQueries<A, B>(first: QueryState<A>, second: QueryState<B>): QueryState<readonly [A, B]> {
  const missing = [first, second].filter(({ data }) => data === undefined);
  const data = first.data !== undefined && second.data !== undefined ? ([first.data, second.data] as const) : undefined;
  return {
    data,
    error: missing.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const { error, refetch } of missing) if (error) void refetch();
    },
  };
}

export interface LoadingProps {
  className?: string | undefined;
  /** The shape of what is loaded. */
  children: ReactNode;
}

/** The place of something that is loading. A screen reader hears "Loading". */
export function Loading({ className, children }: LoadingProps) {
  const { t } = useTranslation('common');
  return (
    <div className={className} aria-busy="true" role="status" aria-label={t('loading')}>
      {children}
    </div>
  );
}

export interface QueryViewProps<T> {
  query: QueryState<T>;
  /** Shown until there is an answer: skeletons in the shape of the content. */
  loading: ReactNode;
  /** Layout of the skeletons. */
  loadingClass?: string | undefined;
  /** What to show for an answer that holds nothing; something falsy for one that does. */
  empty?: ((data: T) => ReactNode) | undefined;
  /** A failure in the words and the size of its place, instead of an ErrorState. */
  failed?: ((error: unknown, retry: () => void) => ReactNode) | undefined;
  /** The error and the empty state stand on a card of their own. */
  framed?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * Shows a query: loading, failed with another try, empty, or its data. Data stay while they are read again, also when
 * that fails. Every place that shows a query uses it.
 */
export function QueryView<T>({
  query,
  loading,
  loadingClass,
  empty,
  failed,
  framed = false,
  children,
}: QueryViewProps<T>) {
  const { data, error, refetch } = query;
  const frame = (state: ReactNode) => (framed ? <Card>{state}</Card> : state);
  if (data !== undefined) {
    const nothing = empty?.(data);
    return nothing ? frame(nothing) : children(data);
  }
  const retry = () => void refetch();
  if (error) return failed ? failed(error, retry) : frame(<ErrorState error={error} onRetry={retry} />);
  return <Loading className={loadingClass}>{loading}</Loading>;
}
