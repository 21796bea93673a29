import { forcedExitOf, forceExit, getToken } from '../session';
import { ApiError } from './api-error';
import { type Answer, peekEarly, plainHeaders, takeEarly } from './early';
import { heldAnswers } from './held-answers';
import { noteServerDate } from './server-clock';
import { sendWatched } from './upload';

/** Time-out of every call in milliseconds (specification 9); uploads pass 300,000. */
export const REQUEST_TIMEOUT_MS = 60_000;

/** What a call may add to the standard options. */
export interface RequestOptions extends RequestInit {
  /** Milliseconds until the call is given up. */
  timeoutMs?: number;
  /** Repeating the call with the same key and body has one effect. `useKeyedMutation` makes the keys and keeps them. */
  idempotencyKey?: string;
  /** Called while the body is on its way, with how much of it has left, 0 to 1. */
  onUpload?: (part: number) => void;
}

/**
 * The one way to the server: same origin, bearer of the session, 60 s time-out, JSON in and out. Throws ApiError on
 * everything but success, and the caller's AbortError when the caller gave up. Leaves the screen when the answer
 * demands it.
 */
export async function request<T>(url: string, options: RequestOptions = {}): Promise<T> {
  if (!url.startsWith('/') || url.startsWith('//')) throw new TypeError('only paths of this origin may be requested');
  const { timeoutMs = REQUEST_TIMEOUT_MS, idempotencyKey, onUpload, ...init } = options;
  const token = getToken();
  const limit = limited(init.signal ?? undefined, timeoutMs);
  try {
    const headers = headersOf(init, token, idempotencyKey);
    const held = heldAnswers.ask({ url, method: init.method, token, headers });
    const sent = { ...init, headers, signal: limit.signal };
    const early = onUpload ? undefined : takeEarly(url, init.method, token);
    const { response, at, text } = (early && (await early(limit.signal))) ?? (await send(url, sent, onUpload));
    // Before the body: the time that a slow download takes is no difference of clocks.
    noteServerDate(response.headers.get('Date'), at);
    if (response.status === 304 && held) return held.body as T;
    const body = bodyOf(text ?? (await response.text()));
    const answer = settle<T>(response, body, token);
    heldAnswers.keep({ url, method: init.method, token, response, body: answer });
    return answer;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (init.signal?.aborted) throw error;
    throw new ApiError(limit.expired() ? 'TIMEOUT' : 'NETWORK');
  } finally {
    limit.release();
  }
}

/**
 * The answer that the page asked for early, and when it came, if it is there already and good; all others are left to
 * {@link request}, which knows what to do with them.
 */
export function readEarly<T>(url: string): { answer: T; at: number } | undefined {
  const token = getToken();
  const early = peekEarly(url, token);
  if (!early?.response.ok || early.text === undefined) return undefined;
  const body = bodyOf(early.text);
  if (body === NOT_JSON || isGone(body, textOf(body, 'message'))) return undefined;
  noteServerDate(early.response.headers.get('Date'), early.at);
  heldAnswers.keep({ url, method: 'GET', token, response: early.response, body });
  return { answer: body as T, at: early.at };
}

async function send(
  url: string,
  sent: Parameters<typeof sendWatched>[1],
  onUpload: RequestOptions['onUpload'],
): Promise<Answer> {
  const response = await (onUpload ? sendWatched(url, sent, onUpload) : fetch(url, sent));
  return { response, at: Date.now() };
}

function headersOf(init: RequestInit, token: string | null, idempotencyKey: string | undefined): Headers {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(plainHeaders(token))) headers.set(name, value);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (typeof init.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return headers;
}

/**
 * What an answer holds that is no answer of ours: a proxy's page. JSON's own null is one ("there is no such
 * promotion").
 */
const NOT_JSON = Symbol('not JSON');

function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NOT_JSON;
  }
}

function settle<T>(response: Response, body: unknown, sentToken: string | null): T {
  const message = textOf(body, 'message');
  const code = isGone(body, message)
    ? 'gone'
    : response.ok && body !== NOT_JSON
      ? undefined
      : (message ?? 'INTERNAL_SERVER_ERROR');
  if (code === undefined) return body as T;
  const exit = forcedExitOf(code);
  // An answer to a token that was replaced meanwhile says nothing about the present session.
  if (exit === 'terminated' || (exit === 'login' && sentToken === getToken())) forceExit(exit, code);
  throw new ApiError(code, {
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? textOf(body, 'requestId'),
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    body: body === NOT_JSON ? undefined : (body ?? undefined),
  });
}

function isGone(body: unknown, message: string | undefined): boolean {
  return message === 'gone' || textOf(body, 'terminated') === 'gone';
}

function textOf(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** A signal that fires with the caller's or after `ms`; AbortSignal.any is missing in older in-app browsers. */
function limited(outer: AbortSignal | undefined, ms: number) {
  const controller = new AbortController();
  let expired = false;
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    expired: () => expired,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
