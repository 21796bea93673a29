import { type Read, readKey } from '@krapao/kit/api';
import type { QueryClient } from '@tanstack/react-query';

/**
 * The keys that are marked out of date from now on, as JSON. The reads of other screens are put into the cache, as if
 * they had been shown.
 */
export function refreshedKeys(queryClient: QueryClient, ...others: Read[]): string[] {
  for (const read of others) queryClient.setQueryData(readKey(read), {});
  const keys: string[] = [];
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') keys.push(JSON.stringify(event.query.queryKey));
  });
  return keys;
}
