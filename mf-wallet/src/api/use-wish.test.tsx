import { ApiError, type RequestOptions } from '@krapao/kit/api';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWish } from './use-wish';

interface Answer {
  status: 'SETTLED' | 'PENDING';
}

/** Answers one after another; what is left over repeats the last. Notes every request's body and key. */
function wish(name: string, ...answers: (Answer | Error)[]) {
  const sent: { body: unknown; key: string | undefined }[] = [];
  const ends: string[] = [];
  let turn = 0;
  const hook = renderHook(() =>
    useWish<unknown, Answer>({
      name,
      send: async (body: unknown, { idempotencyKey }: RequestOptions) => {
        sent.push({ body, key: idempotencyKey });
        const answer = answers[Math.min(turn, answers.length - 1)];
        turn += 1;
        if (!answer || answer instanceof Error) throw answer;
        return answer;
      },
      isPending: ({ status }) => status === 'PENDING',
      onPending: () => ends.push('pending'),
      onSettled: (_, __, waited) => ends.push(waited ? 'settled at last' : 'settled'),
      onFailed: (error) => ends.push((error as ApiError).code),
    }),
  );
  const start = async (body: unknown) => {
    await act(async () => hook.result.current.start(body));
  };
  return { hook, sent, ends, start };
}

const later = () => act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['the network was dead', new ApiError('NETWORK')],
  ['no answer came in time', new ApiError('TIMEOUT')],
  ['the server broke after it may have moved the money', new ApiError('INTERNAL_SERVER_ERROR', { status: 503 })],
])('the same wish after %s carries the same key, another wish another', async (why, failure) => {
  const { sent, ends, start } = wish(why, failure, failure, { status: 'SETTLED' });
  await start({ amount: 100 });
  await start({ amount: 100 });
  await start({ amount: 200 });
  const [first, second, third] = sent.map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(ends).toEqual([failure.code, failure.code, 'settled']);
});

test('the key survives the screen, so that leaving and coming back doubles nothing', async () => {
  const before = wish('survives', new ApiError('NETWORK'));
  await before.start({ amount: 100 });
  before.hook.unmount();
  const after = wish('survives', { status: 'SETTLED' });
  await after.start({ amount: 100 });
  expect(after.sent[0]?.key).toBe(before.sent[0]?.key);
});

test('an unanswered wish that is made again much later is another one', async () => {
  const { sent, start } = wish('later', new ApiError('NETWORK'), { status: 'SETTLED' });
  await start({ amount: 100 });
  vi.setSystemTime(Date.now() + 11 * 60_000);
  await start({ amount: 100 });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test.each([
  ['refused', new ApiError('MONEY_NOT_ENOUGH', { status: 400 })],
  ['done', { status: 'SETTLED' } as Answer],
])('once it is %s, the next one is new, even when it is alike', async (name, answer) => {
  const { sent, start } = wish(name, answer);
  await start({ amount: 100 });
  await start({ amount: 100 });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test('what is in transit is asked about with the same request and key until it is settled, whatever fails on the way', async () => {
  const { hook, sent, ends, start } = wish(
    'transit',
    { status: 'PENDING' },
    new ApiError('NETWORK'),
    new ApiError('IDEMPOTENCY_CONFLICT', { status: 409 }),
    new ApiError('REQUEST_LIMIT', { status: 429 }),
    { status: 'SETTLED' },
  );
  await start({ amount: 100 });
  expect(hook.result.current.state.kind).toBe('pending');
  for (let turn = 0; turn < 4; turn += 1) await later();
  await waitFor(() => expect(ends).toEqual(['pending', 'settled at last']));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent).toHaveLength(5);
  expect(hook.result.current.state.kind).toBe('idle');
});

test('what comes back from transit is said to have failed', async () => {
  const { ends, start } = wish('back', { status: 'PENDING' }, new ApiError('TRANSFER_FAIL', { status: 409 }));
  await start({ amount: 100 });
  await later();
  await waitFor(() => expect(ends).toEqual(['pending', 'TRANSFER_FAIL']));
});

test('a second tap while the first is under way sends nothing', async () => {
  const { hook, sent } = wish('twice', { status: 'SETTLED' });
  await act(async () => {
    for (let tap = 0; tap < 50; tap += 1) hook.result.current.start({ amount: 100 });
  });
  expect(sent).toHaveLength(1);
});

test('after the screen is gone nothing is sent by itself', async () => {
  const { hook, sent, start } = wish('gone', { status: 'PENDING' });
  await start({ amount: 100 });
  hook.unmount();
  await later();
  expect(sent).toHaveLength(1);
});
