import type { Rendered } from '@krapao/kit/testing';
import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import { server } from './server';

/** What a call answers: a body, a refusal with its code, or nothing at all. */
export type Answer<A> = A | { refused: string; status?: number } | 'dead';

const isRefusal = (answer: unknown): answer is { refused: string; status?: number } =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** Lets a POST answer these, one after the other and then the last again. Gives the keys of the requests that came. */
export function answers<A extends object>(path: string, ...list: Answer<A>[]): string[] {
  const keys: string[] = [];
  server.use(
    http.post(`*${path}`, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key') ?? '');
      const answer = list[Math.min(keys.length, list.length) - 1];
      if (answer === 'dead' || answer === undefined) return HttpResponse.error();
      if (isRefusal(answer)) return HttpResponse.json({ message: answer.refused }, { status: answer.status ?? 409 });
      return HttpResponse.json(answer);
    }),
  );
  return keys;
}

/** Lets a GET answer this from now on. A function is asked each time. */
export function shows(path: string, body: unknown): void {
  server.use(http.get(`*${path}`, () => HttpResponse.json(typeof body === 'function' ? body() : body)));
}

/** Lets a GET fail with a code. */
export function fails(path: string, code: string, status = 503): void {
  server.use(http.get(`*${path}`, () => HttpResponse.json({ message: code }, { status })));
}

/** Presses twice, so quickly that it is one press, however slow the machine is. */
export async function pressTwice(user: Rendered['user'], button: HTMLElement): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await user.dblClick(button);
  clock.mockRestore();
}
