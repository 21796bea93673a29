import { storedLocale, toLanguageTag } from '../i18n/locale';
import { getToken } from '../session/token';

/** An answer, and when it came, in milliseconds since 1970; `text` is its body where that was read. */
export interface Answer {
  response: Response;
  at: number;
  text?: string;
}

/** How old an answer may be when the code that wants it comes, in milliseconds: it is shown as of now. */
const KEPT_MS = 5000;

/** After how long a call without an answer is not waited for any more, in milliseconds. */
const LOST_MS = 30_000;

interface Early {
  token: string | null;
  since: number;
  answer: Promise<Answer>;
  /** The answer, once it is there. */
  come?: Answer;
}

const asked = new Map<string, Early>();

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
    const early: Early = { token, since: Date.now(), answer: ask(url, token) };
    early.answer.then(
      (answer) => {
        early.come = answer;
      },
      () => undefined,
    );
    asked.set(url, early);
  }
}

async function ask(url: string, token: string | null): Promise<Answer> {
  const response = await fetch(url, { headers: plainHeaders(token) });
  const at = Date.now();
  return { response, at, text: await response.text() };
}

/** The early answer, if it is there and not old. The first call that would ask the same has it too. */
export function peekEarly(url: string, token: string | null): Answer | undefined {
  const early = asked.get(url);
  if (!early?.come || early.token !== token) return undefined;
  return Date.now() - early.come.at > KEPT_MS ? undefined : early.come;
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
