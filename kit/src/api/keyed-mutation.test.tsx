import { QueryClientProvider } from '@tanstack/react-query';
import { act, type RenderHookResult, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { clearSession, setToken } from '../session';
import { ApiError, createQueryClient, type KeyedMutationInput, type RequestOptions, useKeyedMutation } from '.';

interface Answer {
  status: 'SETTLED' | 'PENDING' | 'RETURNED';
}

type Use = typeof useKeyedMutation<unknown, Answer>;

/**
 * A server that answers one after another, the last again and again; `held` lets the test answer. Notes every body and
 * key.
 */
function bank(...answers: (Answer | Error | 'held')[]) {
  const sent: { body: unknown; key: string | undefined; stored: string | null }[] = [];
  const held: { answer: (answer: Answer) => void; fail: (error: Error) => void }[] = [];
  const ends: string[] = [];
  const send = async (body: unknown, { idempotencyKey }: RequestOptions) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({ body, key: idempotencyKey, stored: sessionStorage.getItem('intents') });
    if (answer === 'held')
      return new Promise<Answer>((resolve, reject) => held.push({ answer: resolve, fail: reject }));
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  };
  const input: KeyedMutationInput<unknown, Answer> = {
    operation: 'transferFunds',
    send,
    isPending: ({ status }) => status === 'PENDING',
    onPending: () => ends.push('pending'),
    onSettled: ({ status }, _, { waited, here }) =>
      ends.push([status, waited && 'at last', !here && 'elsewhere'].filter(Boolean).join(' ')),
    onFailed: (error) => ends.push((error as ApiError).code),
  };
  const keys = () => sent.map(({ key }) => key);
  return { sent, held, ends, input, keys };
}

/** A page that uses it, as in production: the product's query client and StrictMode. */
function page(
  input: KeyedMutationInput<unknown, Answer>,
  { client = createQueryClient(), use = useKeyedMutation as Use } = {},
) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
  const hook = renderHook(() => use(input), { wrapper }) as RenderHookResult<ReturnType<Use>, unknown>;
  return {
    ...hook,
    state: () => hook.result.current.state,
    start: (body: unknown) => act(async () => hook.result.current.start(body)),
    resume: () => act(async () => hook.result.current.resume()),
  };
}

const BODY = { from: 'WALLET', to: 'DEMOSLOT', amount: 100 };
const OTHER = { ...BODY, amount: 200 };
const later = () => act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  setToken('a-token', { remember: true });
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('stores key and body before it sends, and nothing of them stays after the end', async () => {
  const { sent, ends, input } = bank({ status: 'SETTLED' });
  const { start } = page(input);
  await start(BODY);
  expect(sent[0]?.stored).toContain(sent[0]?.key);
  expect(sent[0]?.stored).toContain('"amount":100');
  expect(ends).toEqual(['SETTLED']);
  expect(sessionStorage.getItem('intents')).toBeNull();
});

describe.each([
  ['the network was dead', new ApiError('NETWORK')],
  ['no answer came in time', new ApiError('TIMEOUT')],
  ['the server broke after it may have moved the money', new ApiError('INTERNAL_SERVER_ERROR', { status: 503 })],
  ['the first is still running', new ApiError('IDEMPOTENCY_IN_PROGRESS', { status: 409 })],
])('when %s', (_, failure) => {
  it('sends the same intent with the same key until the end is known, and the next with another', async () => {
    const { ends, input, keys } = bank(failure, failure, { status: 'SETTLED' });
    const { start, state, resume } = page(input);
    await start(BODY);
    expect(state()).toEqual({ kind: 'unknown', body: BODY });
    await start({ ...BODY });
    await resume();
    await start(BODY);
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(ends).toEqual([failure.code, failure.code, 'SETTLED', 'SETTLED']);
  });

  it('does not send another body before the unknown one is finished or given up', async () => {
    const { sent, input } = bank(failure, { status: 'SETTLED' });
    const { result, start, state } = page(input);
    await start(BODY);
    await start(OTHER);
    expect(sent).toHaveLength(1);
    expect(state()).toEqual({ kind: 'unknown', body: BODY });
    act(() => result.current.forget());
    expect(state()).toEqual({ kind: 'idle' });
    await start(OTHER);
    expect(sent.map(({ body }) => body)).toEqual([BODY, OTHER]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

it.each([
  ['refused', new ApiError('MONEY_NOT_ENOUGH', { status: 400 })],
  ['taken back', new ApiError('TRANSFER_FAIL', { status: 409 })],
  ['throttled before anything was done', new ApiError('REQUEST_LIMIT', { status: 429 })],
])('once it is %s, the next one is new, even when it is alike', async (_, failure) => {
  const { input, keys } = bank(failure);
  const { start, state } = page(input);
  await start(BODY);
  expect(state()).toEqual({ kind: 'idle' });
  await start(BODY);
  expect(new Set(keys()).size).toBe(2);
});

it.each([[new ApiError('REQUEST_LIMIT', { status: 429 })], [new ApiError('UNAUTHORIZED', { status: 403 })]])(
  'a refusal that never reached the call ends nothing of an earlier request: %s',
  async (refusal) => {
    const { input, keys } = bank(new ApiError('NETWORK'), refusal, { status: 'SETTLED' });
    const { start, state } = page(input);
    await start(BODY);
    await start(BODY);
    expect(state()).toEqual({ kind: 'unknown', body: BODY });
    await start(BODY);
    expect(new Set(keys()).size).toBe(1);
  },
);

it('who leaves while it is being sent and comes back doubles nothing, and the end is told', async () => {
  const client = createQueryClient();
  const { held, ends, sent, input } = bank('held');
  const first = page(input, { client });
  await first.start(BODY);
  expect(first.state()).toEqual({ kind: 'sending', body: BODY, fresh: true });
  first.unmount();
  const second = page(input, { client });
  expect(second.state()).toEqual({ kind: 'sending', body: BODY, fresh: false });
  await second.start(BODY);
  await second.start(OTHER);
  expect(sent).toHaveLength(1);
  await act(async () => held[0]?.answer({ status: 'SETTLED' }));
  expect(ends).toEqual(['SETTLED elsewhere']);
  expect(second.state()).toEqual({ kind: 'idle' });
});

it('who left while it was being sent, and whose answer was lost, sends the same key later', async () => {
  const { held, keys, input } = bank('held', { status: 'SETTLED' });
  const first = page(input);
  await first.start(BODY);
  first.unmount();
  await act(async () => held[0]?.fail(new ApiError('NETWORK')));
  await page(input).start(BODY);
  expect(keys()[1]).toBe(keys()[0]);
});

/** The page as it is after a reload: no memory of before, the same tab's storage. */
async function reloaded(input: KeyedMutationInput<unknown, Answer>) {
  vi.resetModules();
  const { useKeyedMutation: use } = await import('./keyed-mutation');
  return page(input, { use: use as Use });
}

it('a reload in the middle leaves the intent to be finished, with its key', async () => {
  const { sent, keys, ends, input } = bank('held', { status: 'SETTLED' });
  await page(input).start(BODY);
  const after = await reloaded(input);
  expect(after.state()).toEqual({ kind: 'unknown', body: BODY });
  expect(sent).toHaveLength(1);
  await after.resume();
  expect(keys()[1]).toBe(keys()[0]);
  expect(sent[1]?.body).toEqual(BODY);
  expect(ends).toEqual(['SETTLED']);
  expect(after.state()).toEqual({ kind: 'idle' });
});

it('what is in transit is followed up after a reload, by the same request', async () => {
  const { keys, ends, input } = bank({ status: 'PENDING' }, { status: 'SETTLED' });
  const before = page(input);
  await before.start(BODY);
  before.unmount();
  const after = await reloaded(input);
  expect(after.state()).toEqual({ kind: 'pending', body: BODY, answer: { status: 'PENDING' } });
  await later();
  await waitFor(() => expect(ends).toEqual(['pending', 'SETTLED at last']));
  expect(new Set(keys()).size).toBe(1);
});

it('what is in transit is asked about with the same request and key until it is settled, whatever fails on the way', async () => {
  const { sent, ends, keys, input } = bank(
    { status: 'PENDING' },
    new ApiError('NETWORK'),
    new ApiError('IDEMPOTENCY_IN_PROGRESS', { status: 409 }),
    new ApiError('REQUEST_LIMIT', { status: 429 }),
    { status: 'PENDING' },
    { status: 'SETTLED' },
  );
  const { start, state } = page(input);
  await start(BODY);
  expect(state().kind).toBe('pending');
  for (let turn = 0; turn < 5; turn += 1) await later();
  await waitFor(() => expect(ends).toEqual(['pending', 'SETTLED at last']));
  expect(new Set(keys()).size).toBe(1);
  expect(sent).toHaveLength(6);
  expect(state().kind).toBe('idle');
});

it('what comes back from transit is said to have failed', async () => {
  const { ends, input } = bank({ status: 'PENDING' }, new ApiError('TRANSFER_FAIL', { status: 409 }));
  const { start } = page(input);
  await start(BODY);
  await later();
  await waitFor(() => expect(ends).toEqual(['pending', 'TRANSFER_FAIL']));
});

it('after the screen is gone nothing is sent by itself', async () => {
  const { sent, input } = bank({ status: 'PENDING' });
  const { start, unmount } = page(input);
  await start(BODY);
  unmount();
  await later();
  expect(sent).toHaveLength(1);
});

it('a second tap while the first is under way sends nothing', async () => {
  const { sent, input } = bank({ status: 'SETTLED' });
  const { result } = page(input);
  await act(async () => {
    for (let tap = 0; tap < 50; tap += 1) result.current.start(BODY);
  });
  expect(sent).toHaveLength(1);
});

it.each([
  ['settled', (tell: { answer: (answer: Answer) => void }) => tell.answer({ status: 'SETTLED' })],
  ['refused', (tell: { fail: (error: Error) => void }) => tell.fail(new ApiError('MONEY_NOT_ENOUGH', { status: 400 }))],
])(
  'a second tap on what is %s, before the screen shows it, sends nothing; a tap after that does',
  async (end, tell) => {
    const { sent, held, ends, input } = bank('held');
    const { start, result } = page(input);
    await start(BODY);
    await act(async () => {
      const beforeItsEnd = result.current;
      tell(held[0] as (typeof held)[0]);
      for (let turn = 0; turn < 200; turn++) {
        await Promise.resolve();
        beforeItsEnd.start(BODY);
        result.current.start(BODY);
      }
    });
    expect(ends, end).toHaveLength(1);
    expect(sent).toHaveLength(1);
    await start(BODY);
    expect(sent).toHaveLength(2);
  },
);

test('two tabs: one that was copied from the other finishes the same intent, one of its own has its own', async () => {
  const { keys, input } = bank(new ApiError('NETWORK'), { status: 'SETTLED' });
  await page(input).start(BODY);
  const copied = sessionStorage.getItem('intents') as string;
  sessionStorage.clear();
  const separate = await reloaded(input);
  expect(separate.state()).toEqual({ kind: 'idle' });
  await separate.start(BODY);
  sessionStorage.setItem('intents', copied);
  const duplicate = await reloaded(input);
  expect(duplicate.state()).toEqual({ kind: 'unknown', body: BODY });
  await duplicate.resume();
  const [first, own, same] = keys();
  expect(own).not.toBe(first);
  expect(same).toBe(first);
});

it('independent intents do not wait for each other, and each keeps its own key', async () => {
  const { keys, input } = bank(new ApiError('NETWORK'), new ApiError('NETWORK'), { status: 'SETTLED' });
  const { start, state } = page({ ...input, operation: 'submitGiftLink', independent: true });
  await start({ link: 'a' });
  await start({ link: 'b' });
  expect(state()).toEqual({ kind: 'idle' });
  await start({ link: 'a' });
  await start({ link: 'b' });
  const [a, b, ...again] = keys();
  expect(a).not.toBe(b);
  expect(again).toEqual([a, b]);
});

it('one of them can be given up where another call has shown its end', async () => {
  const { keys, input } = bank(new ApiError('NETWORK'));
  const { result, start } = page({ ...input, operation: 'createQrCode', independent: true });
  await start({ amount: 1 });
  act(() => result.current.forget({ amount: 1 }));
  await start({ amount: 1 });
  expect(new Set(keys()).size).toBe(2);
});

describe('what belongs to a member', () => {
  it('is gone after the logout', async () => {
    const { input } = bank(new ApiError('NETWORK'));
    const { start, state } = page(input);
    await start(BODY);
    act(() => clearSession());
    expect(sessionStorage.getItem('intents')).toBeNull();
    expect(state()).toEqual({ kind: 'idle' });
  });

  it("is not another's, whose session another tab began", async () => {
    const { input, keys } = bank(new ApiError('NETWORK'));
    const { start, state } = page(input);
    await start(BODY);
    localStorage.setItem('token', 'another-token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(state()).toEqual({ kind: 'idle' });
    await start(BODY);
    expect(new Set(keys()).size).toBe(2);
  });

  it('is told to nobody after the logout', async () => {
    const { held, ends, input } = bank('held');
    await page(input).start(BODY);
    act(() => clearSession());
    await act(async () => held[0]?.answer({ status: 'SETTLED' }));
    expect(ends).toEqual([]);
  });
});

it('works in a browser that forbids storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  const { input, keys } = bank(new ApiError('NETWORK'), { status: 'SETTLED' });
  const before = page(input);
  await before.start(BODY);
  before.unmount();
  await page(input).start(BODY);
  expect(keys()[1]).toBe(keys()[0]);
});

it('an intent that is older than the server keeps its key is not offered', async () => {
  const { input } = bank(new ApiError('NETWORK'));
  const before = page(input);
  await before.start(BODY);
  before.unmount();
  vi.setSystemTime(Date.now() + 6 * 24 * 3_600_000);
  expect(page(input).state()).toEqual({ kind: 'idle' });
});
