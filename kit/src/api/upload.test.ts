import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setToken } from '../session';
import { ApiError, request } from '.';

/** A call whose end the test decides. */
class Call {
  static last: Call;
  upload: { onprogress?: (event: object) => void } = {};
  sent: Record<string, string> = {};
  body: unknown;
  status = 0;
  responseText = '';
  answerHeaders = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  constructor() {
    Call.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value;
  }
  getAllResponseHeaders() {
    return this.answerHeaders;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: unknown, headers = '') {
    Object.assign(this, { status, responseText: JSON.stringify(body), answerHeaders: headers });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Call));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (onUpload = vi.fn(), signal?: AbortSignal) => {
  const body = new FormData();
  const done = request<{ reference: string }>('/api/up', {
    method: 'POST',
    body,
    idempotencyKey: 'key-1',
    timeoutMs: 300_000,
    signal,
    onUpload,
  });
  done.catch(() => undefined);
  return { done, body };
};

it('an upload carries what every call carries, and tells how much of it has left', async () => {
  setToken('secret', { remember: false });
  const onUpload = vi.fn();
  const { done, body } = start(onUpload);
  expect(Call.last.open).toHaveBeenCalledWith('POST', '/api/up');
  expect(Call.last.sent).toMatchObject({
    authorization: 'Bearer secret',
    'x-requested-with': 'wallet-user',
    'idempotency-key': 'key-1',
  });
  expect(Call.last.sent).not.toHaveProperty('content-type');
  expect(Call.last.body).toBe(body);
  Call.last.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
  Call.last.upload.onprogress?.({ loaded: 2, total: 0, lengthComputable: false });
  expect(onUpload.mock.calls).toEqual([[0.25]]);
  Call.last.answer(200, { reference: 'S1' });
  await expect(done).resolves.toEqual({ reference: 'S1' });
});

it('what the server refuses, with its reference for support, is refused as in any call', async () => {
  const { done } = start();
  Call.last.answer(400, { message: 'SLIP_INVALID_FILE' }, 'x-request-id: r-9\r\nretry-after: 60\r\n');
  await expect(done).rejects.toMatchObject({ code: 'SLIP_INVALID_FILE', requestId: 'r-9', retryAfter: 60 });
});

it('a dead network is NETWORK, a silent server TIMEOUT, and giving up is no error of ours', async () => {
  vi.useFakeTimers();
  const dead = start();
  Call.last.onerror?.();
  await expect(dead.done).rejects.toMatchObject({ code: 'NETWORK' });
  const silent = start();
  vi.advanceTimersByTime(300_000);
  await expect(silent.done).rejects.toMatchObject({ code: 'TIMEOUT' });
  const leaving = new AbortController();
  const left = start(undefined, leaving.signal);
  leaving.abort();
  const thrown = await left.done.catch((error: unknown) => error);
  expect(thrown).not.toBeInstanceOf(ApiError);
});
