import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession, setToken } from '../session';
import { askEarly } from './early';
import { useEarlyAnswer } from './early-answer';
import { createQueryClient } from './query-client';
import { request } from './request';

const sent = vi.fn<typeof fetch>();

/** Answers each call with its number. */
const answer = (init?: ResponseInit) => () =>
  Promise.resolve(new Response(JSON.stringify({ call: sent.mock.calls.length }), init));

beforeEach(() => {
  sent.mockReset();
  sent.mockImplementation(answer());
  vi.stubGlobal('fetch', sent);
  localStorage.clear();
  clearSession();
  document.documentElement.lang = 'th';
  setToken('mine', { remember: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const drawn: (number | undefined)[] = [];

function Wallet() {
  useEarlyAnswer('getWallet');
  const { data } = useQuery({
    queryKey: ['/api/wallet'],
    queryFn: () => request<{ call: number }>('/api/wallet'),
    staleTime: 5000,
  });
  drawn.push(data?.call);
  return <output>{data?.call ?? 'none'}</output>;
}

function show(queryClient = createQueryClient()) {
  drawn.length = 0;
  render(
    <QueryClientProvider client={queryClient}>
      <Wallet />
    </QueryClientProvider>,
  );
  return queryClient;
}

/** The page has asked, and the answer is there. */
async function answered(): Promise<void> {
  askEarly({ anyone: [], member: ['/api/wallet'] });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

it('the first render has the answer that came before it, and nothing is asked again', async () => {
  await answered();
  show();
  expect(drawn[0]).toBe(1);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(drawn.every((call) => call === 1)).toBe(true);
  expect(sent).toHaveBeenCalledTimes(1);
});

it('an answer that is still on its way is shown when it comes, and is the only one', async () => {
  let arrive = (_: Response) => {};
  sent.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  askEarly({ anyone: [], member: ['/api/wallet'] });
  show();
  expect(drawn).toEqual([undefined]);
  arrive(new Response('{"call":7}'));
  expect(await screen.findByText('7')).toBeTruthy();
  expect(sent).toHaveBeenCalledTimes(1);
});

it('an answer to another session is not shown', async () => {
  await answered();
  setToken('theirs', { remember: true });
  show();
  expect(drawn[0]).toBeUndefined();
  expect(await screen.findByText('2')).toBeTruthy();
  expect(drawn).not.toContain(1);
});

it('an old answer, and one that is a refusal or no answer of ours, is not shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await answered();
  vi.setSystemTime(Date.now() + 5001);
  show();
  expect(drawn[0]).toBeUndefined();
  for (const [body, init] of [
    ['{"message":"KEY_INVALID"}', { status: 400 }],
    ['{"terminated":"gone"}', {}],
    ['<html>', {}],
  ] as const) {
    sent.mockImplementationOnce(() => Promise.resolve(new Response(body, init)));
    await answered();
    show();
    expect(drawn[0]).toBeUndefined();
  }
});

it('what the cache has, or waits for, is left as it is', async () => {
  await answered();
  const queryClient = createQueryClient();
  queryClient.setQueryData(['/api/wallet'], { call: 100 });
  show(queryClient);
  expect(drawn).toEqual([100]);
  expect(queryClient.getQueryData(['/api/wallet'])).toEqual({ call: 100 });
});

it('a reset for the next member brings nothing of the one before back', async () => {
  await answered();
  const queryClient = show();
  expect(drawn[0]).toBe(1);
  setToken('theirs', { remember: true });
  await act(() => queryClient.resetQueries());
  expect(await screen.findByText('2')).toBeTruthy();
  expect(drawn.slice(1)).not.toContain(1);
});
