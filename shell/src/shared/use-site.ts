import { useGetSiteSettings } from '../api/gen/portal';

/**
 * The run-time settings of the site; asked once a visit, and again after a change of language. With `enabled: false`,
 * what is known already.
 */
export function useSite({ enabled = true }: { enabled?: boolean } = {}) {
  return useGetSiteSettings({ query: { staleTime: Number.POSITIVE_INFINITY, enabled } });
}
