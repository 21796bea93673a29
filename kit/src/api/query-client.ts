import { QueryClient } from '@tanstack/react-query';
import { isUnanswered } from './api-error';

/**
 * The query client of the shell and of tests. Answers stay fresh for 15 s, nothing refetches on focus, only unanswered
 * reads are tried again (twice), and a mutation is never repeated or kept for later: a payment must not run when the
 * phone is back online.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isUnanswered(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
