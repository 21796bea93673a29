import { useGetSiteSettings } from '../api/gen/portal';

/** The run-time settings of the site; asked once a visit, and again after a change of language. */
export function useSite() {
  return useGetSiteSettings({ query: { staleTime: Number.POSITIVE_INFINITY } });
}
