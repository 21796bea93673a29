import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerForcedExit, setToken } from '../session';
import { ApiError, createQueryClient, isUnanswered, request, serverNow } from '.';

const fetchMock = vi.fn<typeof fetch>();

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  fetchMock.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }));
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('did not fail'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

function sentHeaders(): Headers {
  return fetchMock.mock.lastCall?.[1]?.headers as Headers;
}

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an answer with a tag', () => {
  const wallet = { amount: 1 };
  const tagged = { ETag: 'W/"1"' };

  it('is held, and given again when the server says that it is not modified', async () => {
    setToken('first', { remember: false });
    answer(200, wallet, tagged);
    const first = await request('/api/wallet');
    expect(sentHeaders().has('If-None-Match')).toBe(false);
    answer(304, undefined, tagged);
    expect(await request('/api/wallet')).toBe(first);
    expect(sentHeaders().get('If-None-Match')).toBe('W/"1"');
    answer(200, { amount: 2 }, { ETag: 'W/"2"' });
    expect(await request('/api/wallet')).toEqual({ amount: 2 });
    answer(304, undefined);
    expect(await request('/api/wallet')).toEqual({ amount: 2 });
    expect(sentHeaders().get('If-None-Match')).toBe('W/"2"');
  });

  it('is not asked about by another session, path or method, and not when it failed', async () => {
    setToken('second', { remember: false });
    answer(200, wallet, tagged);
    await request('/api/wallet');
    for (const [token, url, method] of [
      ['third', '/api/wallet', 'GET'],
      ['second', '/api/other', 'GET'],
      ['second', '/api/wallet', 'POST'],
    ] as const) {
      setToken(token, { remember: false });
      answer(500, { message: 'INTERNAL_SERVER_ERROR' }, { ETag: 'W/"x"' });
      await failure(request(url, { method }));
      expect(sentHeaders().has('If-None-Match')).toBe(false);
    }
  });
});

describe('a request', () => {
  it('carries the bearer, who asks, and the idempotency key, and answers the body', async () => {
    setToken('secret', { remember: false });
    answer(200, { amount: 1 });
    await expect(request('/api/x', { method: 'POST', body: '{}', idempotencyKey: 'key-12345' })).resolves.toEqual({
      amount: 1,
    });
    expect(Object.fromEntries(sentHeaders())).toMatchObject({
      authorization: 'Bearer secret',
      'x-requested-with': 'wallet-user',
      'idempotency-key': 'key-12345',
      'content-type': 'application/json',
    });
  });

  it('carries no bearer for a visitor and leaves the type of a form to the browser', async () => {
    answer(204, undefined);
    await expect(request('/api/x', { method: 'POST', body: new FormData() })).resolves.toBeUndefined();
    expect(sentHeaders().has('Authorization')).toBe(false);
    expect(sentHeaders().has('Content-Type')).toBe(false);
  });

  it.each(['https://evil.example/api', '//evil.example/api', 'api/x'])('never sends the token to %s', async (url) => {
    await expect(request(url)).rejects.toThrow(TypeError);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('throws the code, the request id and when to try again', async () => {
    answer(429, { message: 'REQUEST_LIMIT', requestId: 'body' }, { 'X-Request-Id': 'r-1', 'Retry-After': '30' });
    expect(await failure(request('/api/x'))).toMatchObject({
      code: 'REQUEST_LIMIT',
      status: 429,
      requestId: 'r-1',
      retryAfter: 30,
    });
  });

  it('throws what else the answer tells', async () => {
    const refusal = { message: 'MONEY_NOT_ENOUGH', requestId: 'r-1', legs: [{ from: 'DEMOSLOT' }] };
    answer(409, refusal);
    expect((await failure(request('/api/x'))).body).toEqual(refusal);
  });

  it('gives an answer of null as null: there is none', async () => {
    fetchMock.mockResolvedValueOnce(new Response('null', { status: 200 }));
    await expect(request('/api/promotion/find/X')).resolves.toBeNull();
  });

  it('takes what is not JSON for a system error that tells nothing', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    expect(await failure(request('/api/x'))).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      status: 502,
      body: undefined,
    });
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 200 }));
    expect((await failure(request('/api/x'))).code).toBe('INTERNAL_SERVER_ERROR');
  });

  it('says NETWORK when no answer arrives', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await failure(request('/api/x'));
    expect(error).toMatchObject({ code: 'NETWORK', status: 0 });
    expect(isUnanswered(error)).toBe(true);
  });

  it('gives up after 60 s with TIMEOUT', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    const failed = failure(request('/api/x'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await failed).code).toBe('TIMEOUT');
  });

  it('lets the caller give up', async () => {
    const controller = new AbortController();
    controller.abort();
    fetchMock.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await expect(request('/api/x', { signal: controller.signal })).rejects.toThrow(DOMException);
  });

  it('knows the time of the server from its answers', async () => {
    answer(200, {}, { Date: new Date(Date.now() + 300_000).toUTCString() });
    await request('/api/x');
    expect(Math.abs(serverNow() - Date.now() - 300_000)).toBeLessThan(2000);
    answer(200, {}, { Date: new Date().toUTCString() });
    await request('/api/x');
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
  });
});

it('takes no slow download for a wrong clock', async () => {
  const slow = new Response('{}', { headers: { Date: new Date().toUTCString() } });
  vi.spyOn(slow, 'text').mockImplementation(async () => {
    vi.setSystemTime(Date.now() + 40_000);
    return '{}';
  });
  vi.useFakeTimers();
  fetchMock.mockResolvedValueOnce(slow);
  await request('/api/x');
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
});

describe('a forced exit', () => {
  const leave = vi.fn();
  beforeEach(() => {
    leave.mockReset();
    setToken('secret', { remember: true });
    return registerForcedExit(leave);
  });

  it.each([
    [410, { message: 'gone' }, 'terminated'],
    [200, { terminated: 'gone' }, 'terminated'],
    [200, { message: 'gone' }, 'terminated'],
    [401, { message: 'invalid-token' }, 'login'],
    [401, { message: 'INVALID_USER_3' }, 'login'],
  ])('follows %s %o to %s', async (status, body, exit) => {
    answer(status, body);
    await failure(request('/api/x'));
    expect(leave).toHaveBeenCalledExactlyOnceWith(exit, 'terminated' in body ? 'gone' : body.message);
  });

  it('does not follow an ordinary failure', async () => {
    answer(401, { message: 'WRONG_CREDENTIAL' });
    await failure(request('/api/x'));
    expect(leave).not.toHaveBeenCalled();
  });

  it('does not follow an answer to a token that was replaced meanwhile', async () => {
    fetchMock.mockImplementationOnce(async () => {
      setToken('newer', { remember: true });
      return new Response('{"message":"invalid-token"}', { status: 401 });
    });
    await failure(request('/api/x'));
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('the query client', () => {
  it('tries unanswered reads again, failures and mutations never', () => {
    const options = createQueryClient().getDefaultOptions();
    const retry = options.queries?.retry as (failures: number, error: Error) => boolean;
    expect([0, 1, 2].map((failures) => retry(failures, new ApiError('NETWORK')))).toEqual([true, true, false]);
    expect(retry(0, new ApiError('NO_DATA', { status: 404 }))).toBe(false);
    expect(options.mutations?.retry).toBe(false);
    expect(options.queries?.refetchOnWindowFocus).toBe(false);
  });
});
