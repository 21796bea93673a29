import { ApiError, errorCode, isUnanswered, newIdempotencyKey, type RequestOptions } from '@krapao/kit/api';
import { useEffect, useRef, useState } from 'react';

/** After how long a movement in transit is first asked about again, and at most later on, in milliseconds. */
const FOLLOW_UP_MS = 2000;
const LONGEST_MS = 10_000;

/** How long an unanswered wish counts as the same when it is made again, in milliseconds; later it is another one. */
const SAME_WISH_MS = 600_000;

/** A wish that was sent and whose end is not known: its body's JSON, its key, and when. */
interface Kept {
  body: string;
  key: string;
  at: number;
}

/** By name, beyond the screen's life: who leaves and comes back to try again sends the same wish again. */
const unanswered = new Map<string, Kept>();

/** What {@link useWish} needs. `waited`: the answer came only after the money was seen in transit, so the member may look elsewhere. */
export interface WishInput<B, A> {
  /** The call's name; one wish of each name is kept. */
  name: string;
  send: (body: B, options: RequestOptions) => Promise<A>;
  /** The answer says that the outcome is not known yet (202). */
  isPending?: (answer: A) => boolean;
  onPending?: (answer: A, body: B) => void;
  onSettled: (answer: A, body: B, waited: boolean) => void;
  /** Refused, or unanswered: then the same wish sent again still has one effect. */
  onFailed: (error: unknown, body: B, waited: boolean) => void;
}

/** Where a wish stands. */
export type WishState<B, A> = { kind: 'idle' } | { kind: 'sending'; body: B } | { kind: 'pending'; body: B; answer: A };

interface Run<B> {
  body: B;
  key: string;
  waited: boolean;
  /** How often it was asked about. */
  turns: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Whether the server may have done it although it did not say so. */
function mayHaveHappened(error: unknown): boolean {
  if (isUnanswered(error)) return true;
  return error instanceof ApiError && error.status >= 500 && error.status !== 501;
}

/** While it is followed up, what only says "not now" ends nothing. */
const saysNotNow = (error: unknown) => /^(IDEMPOTENCY_CONFLICT|REQUEST_LIMIT)/.test(errorCode(error));

/**
 * One wish of the member that moves money. It keeps its idempotency key until the server has said how it ended, so that trying again
 * after a dead network never moves the money twice. What is in transit is followed up by the same request with the same key
 * (contract, transferFunds); nothing else is ever sent without a tap.
 */
export function useWish<B, A>(input: WishInput<B, A>) {
  const [state, setState] = useState<WishState<B, A>>({ kind: 'idle' });
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const running = useRef<Run<B> | null>(null);
  useEffect(
    () => () => {
      clearTimeout(running.current?.timer);
      running.current = null;
    },
    [],
  );

  const end = (run: Run<B>, known: boolean) => {
    running.current = null;
    if (known) unanswered.delete(latest.current.name);
    else unanswered.set(latest.current.name, { body: JSON.stringify(run.body), key: run.key, at: Date.now() });
    setState({ kind: 'idle' });
  };
  const attempt = async (run: Run<B>): Promise<void> => {
    const { send, isPending } = latest.current;
    const again = () => {
      run.timer = setTimeout(() => void attempt(run), Math.min(LONGEST_MS, FOLLOW_UP_MS * 1.5 ** run.turns));
      run.turns += 1;
    };
    try {
      const answer = await send(run.body, { idempotencyKey: run.key });
      if (running.current !== run) return;
      if (isPending?.(answer)) {
        if (!run.waited) latest.current.onPending?.(answer, run.body);
        run.waited = true;
        setState({ kind: 'pending', body: run.body, answer });
        again();
        return;
      }
      end(run, true);
      latest.current.onSettled(answer, run.body, run.waited);
    } catch (error) {
      if (running.current !== run) return;
      if (run.waited && (mayHaveHappened(error) || saysNotNow(error))) {
        again();
        return;
      }
      end(run, !mayHaveHappened(error) && errorCode(error) !== 'IDEMPOTENCY_CONFLICT');
      latest.current.onFailed(error, run.body, run.waited);
    }
  };

  return {
    state,
    /** Sends the wish, unless one is under way. */
    start: (body: B) => {
      if (running.current) return;
      const kept = unanswered.get(input.name);
      const same = kept?.body === JSON.stringify(body) && Date.now() - kept.at < SAME_WISH_MS;
      const run: Run<B> = { body, key: same ? kept.key : newIdempotencyKey(), waited: false, turns: 0 };
      running.current = run;
      setState({ kind: 'sending', body });
      void attempt(run);
    },
  };
}
