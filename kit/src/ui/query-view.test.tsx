import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api';
import { renderWithProviders } from '../testing';
import { joinQueries, type QueryState, QueryView } from './query-view';

const query = <T,>(data?: T, error: unknown = null) => ({ data, error, refetch: vi.fn<() => void>() });

function show(shown: QueryState<readonly unknown[]>) {
  return renderWithProviders(
    <QueryView query={shown} loading={<i />} empty={(data) => data.length === 0 && <p>nothing</p>}>
      {(data) => <p>{data.join(' ')}</p>}
    </QueryView>,
  );
}

it('says that it is loading until there is an answer', () => {
  show(query());
  expect(screen.getByRole('status', { name: 'Loading' }).getAttribute('aria-busy')).toBe('true');
});

it('shows why it failed, and asks again', async () => {
  const failed = query<unknown[]>(undefined, new ApiError('NETWORK'));
  const { user } = show(failed);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(failed.refetch).toHaveBeenCalledTimes(1);
});

it('keeps what it has when reading it again fails', () => {
  show(query(['a', 'b'], new ApiError('NETWORK')));
  expect(screen.getByText('a b')).toBeTruthy();
});

it('tells an empty answer from a missing one', () => {
  show(query([]));
  expect(screen.getByText('nothing')).toBeTruthy();
});

it('joined queries have data once both have, and a retry asks only for the one that failed', () => {
  const [there, failed] = [query(1), query<number>(undefined, new ApiError('NETWORK'))];
  const joined = joinQueries(there, failed);
  expect(joined.data).toBeUndefined();
  joined.refetch();
  expect([there.refetch.mock.calls.length, failed.refetch.mock.calls.length]).toEqual([0, 1]);
  expect(joinQueries(query(1), query(2)).data).toEqual([1, 2]);
});
