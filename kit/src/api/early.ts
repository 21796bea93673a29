import { storedLocale, toLanguageTag } from '../i18n/locale';
import { getToken } from '../session/token';

/** An answer, and when it came, in milliseconds since 1970. */
export interface Answer {
  response: Response;
  at: number;
}

/** How old an answer may be when the code that wants it comes, in milliseconds: it is shown as of now. */
const KEPT_MS = 5000;

/** After how long a call without an answer is not waited for any more, in milliseconds. */
const LOST_MS = 30_000;

const asked = new Map<string, { token: string | null; since: number; answer: Promise<Answer> }>();

/** The headers of every call. */
export function plainHeaders(token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'wallet-user' };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  return headers;
}

/** What a page asks for first: paths that anyone may ask for, and a member's. */
export interface FirstCalls {
  anyone: string[];
  member?: string[];
}

/**
 * Asks the server while the page's code is on its way; {@link takeEarly} has the answers. A preload link cannot do
 * that: it sends no bearer token. Nothing is asked where the server's texts would come in another language than the
 * member chose: the page's came in it too.
 */
export function askEarly({ anyone, member = [] }: FirstCalls): void {
  const chosen = storedLocale();
  if (chosen !== null && toLanguageTag(chosen) !== document.documentElement.lang) return;
  const token = getToken();
  for (const url of token === null ? anyone : [...member, ...anyone]) {
    const answer = fetch(url, { headers: plainHeaders(token) }).then((response) => ({ response, at: Date.now() }));
    answer.catch(() => undefined);
    asked.set(url, { token, since: Date.now(), answer });
  }
}

/**
 * The answer that was asked for early, for the first call that would ask the same; undefined where there is none. What
 * it gives resolves to undefined when the early call did not reach the server or its answer is old, and rejects when
 * the signal fires.
 */
export function takeEarly(
  url: string,
  method: string | undefined,
  token: string | null,
): ((signal: AbortSignal) => Promise<Answer | undefined>) | undefined {
  const early = method === undefined || method === 'GET' ? asked.get(url) : undefined;
  if (!early) return undefined;
  asked.delete(url);
  if (early.token !== token || Date.now() - early.since > LOST_MS) return undefined;
  const wanted = Date.now();
  return (signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      early.answer.then(
        (answer) => resolve(wanted - answer.at > KEPT_MS ? undefined : answer),
        () => resolve(undefined),
      );
    });
}
