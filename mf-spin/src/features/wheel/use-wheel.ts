import { errorCode } from '@krapao/kit/api';
import type { SpinSetup } from '../../api/gen/model';
import { useGetSpinSetup } from '../../api/gen/portal';

/** What is known of the wheel: being asked for, failed to be read, off, or the one to spin. */
export type WheelState =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | { kind: 'off' }
  | { kind: 'on'; setup: SpinSetup };

/** The operator's wheel. One that has no sectors is off. */
export function useWheel(): WheelState {
  const { data, error, isFetching, refetch } = useGetSpinSetup({ query: { refetchOnWindowFocus: 'always' } });
  // A wheel that was switched off stays in the cache; the newest answer counts.
  if (error && errorCode(error) === 'NO_DATA') return { kind: 'off' };
  if (data) return data.result.activeSpinwheel.slice.length > 0 ? { kind: 'on', setup: data.result } : { kind: 'off' };
  if (isFetching || !error) return { kind: 'loading' };
  return { kind: 'failed', error, retry: () => void refetch() };
}
