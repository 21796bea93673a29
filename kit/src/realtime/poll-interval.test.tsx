import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setConnection } from './connection';
import { LIVE_POLL_MS, usePollInterval } from './poll-interval';

afterEach(() => setConnection({ kind: 'closed', joins: 0 }));

it('reads are rare while the socket tells of changes, and as frequent as before when it is lost', () => {
  const { result } = renderHook(() => [usePollInterval(5000), usePollInterval(90_000)]);
  expect(result.current).toEqual([5000, 90_000]);
  act(() => setConnection({ kind: 'joined', joins: 1 }));
  expect(result.current).toEqual([LIVE_POLL_MS, 90_000]);
  act(() => setConnection({ kind: 'joining', joins: 1 }));
  expect(result.current).toEqual([5000, 90_000]);
});
