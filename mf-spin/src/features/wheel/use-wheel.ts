import { errorCode } from '@krapao/kit/api';
import type { QueryState } from '@krapao/kit/ui/query-view';
import type { SpinSetup } from '../../api/gen/model';
import { useGetSpinSetup } from '../../api/gen/portal';

/** The operator's wheel; null while it is switched off. A wheel without sectors is off. */
export function useWheel(): QueryState<SpinSetup | null> {
  const { data, error, refetch } = useGetSpinSetup({ query: { refetchOnWindowFocus: 'always' } });
  const setup = data && data.result.activeSpinwheel.slice.length > 0 ? data.result : null;
  // A wheel that was switched off stays in the cache. The newest answer counts.
  const isOff = errorCode(error) === 'NO_DATA' || (data !== undefined && setup === null);
  return { data: isOff ? null : (setup ?? undefined), error, refetch };
}
