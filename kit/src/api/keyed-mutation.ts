import { hashKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { endIntent, type Intent, intentOwner, keepIntent, readIntent, subscribeIntents } from '../session/intents';
import { randomId } from '../session/random-id';
import { ApiError, errorCode } from './api-error';
import type { RequestOptions } from './request';

/** After how long something in transit is first asked about again, and at most later on, in milliseconds. */
const FOLLOW_UP_MS = 2000;
const LONGEST_MS = 10_000;

/** How an intent ended, for the screen. */
export interface Outcome {
  /** It was seen in transit first, so the member may look elsewhere by now. */
  waited: boolean;
  /** The screen that sent it is still there. */
  here: boolean;
}

/** What {@link useKeyedMutation} needs. The callbacks are called also after the screen is gone. */
export interface KeyedMutationInput<B, A> {
  /**
   * The contract's name of the call. With what it is about, where one for each may be under way ('activateGameAccount
   * DEMOSLOT').
   */
  operation: string;
  /**
   * Intents with different bodies are apart from each other, like two gift links. Otherwise one is finished before
   * another is sent.
   */
  independent?: boolean;
  send: (body: B, options: RequestOptions) => Promise<A>;
  /** The answer says that the outcome is not known yet (202). */
  isPending?: (answer: A) => boolean;
  onPending?: (answer: A, body: B) => void;
  onSettled: (answer: A, body: B, outcome: Outcome) => void;
  /** Refused, or the end is unknown: then the same intent sent again still has one effect. */
  onFailed: (error: unknown, body: B, outcome: Outcome) => void;
}

/**
 * Where it stands. `sending.fresh`: entered and sent on this screen for the first time. `unknown`: sent, by this screen
 * or before a reload, and nobody knows how it ended; it is to be sent again, or given up by the member.
 */
export type KeyedState<B, A> =
  | { kind: 'idle' }
  | { kind: 'sending'; body: B | undefined; fresh: boolean }
  | { kind: 'pending'; body: B; answer: A }
  | { kind: 'unknown'; body: B };

/** One request of an intent. */
interface Attempt<B> {
  id: string;
  intent: Intent & { body: B };
  owner: string;
}

/** Refusals that stand before the call itself: they tell nothing about an earlier request with the same key. */
const BEFORE_THE_CALL: readonly number[] = [401, 403, 410, 429];

/** Whether a failure says that the effect neither happened nor will. */
function isRefusal(error: unknown, resent: boolean): boolean {
  if (!(error instanceof ApiError) || /^IDEMPOTENCY_/.test(error.code)) return false;
  const { status } = error;
  if (BEFORE_THE_CALL.includes(status)) return !resent;
  return status >= 400 && status < 500 && status !== 408 && status !== 425;
}

/** While it is followed up, what only says "not now" ends nothing. */
const saysNotNow = (error: unknown) => /^(IDEMPOTENCY_|REQUEST_LIMIT)/.test(errorCode(error));

/** Forgets an intent whose end another call has shown: the withdrawal that it made was cancelled. */
export function forgetIntent(operation: string): void {
  endIntent(operation);
}

/**
 * A call of the member that must have one effect. Its key and body are stored before it is sent, and leave only when
 * the server has said how it ended, whether the screen is still there or not: a dead network, a time-out, a 5xx and a
 * reload end nothing. The same intent sent again carries the same key; another one is not sent before the first is
 * finished or given up (`independent` apart). What is in transit is followed up by the same request while a screen is
 * there; nothing else is ever sent without a tap.
 */
export function useKeyedMutation<B, A>(input: KeyedMutationInput<B, A>) {
  const { operation, independent = false } = input;
  const mutationKey = ['keyed', operation];
  const client = useQueryClient();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const idOf = (body: B) => (independent ? `${operation} ${hashKey([body])}` : operation);
  const intent = useSyncExternalStore(subscribeIntents, () => readIntent(operation)) as
    | Attempt<B>['intent']
    | undefined;
  const sending = useIsMutating({ mutationKey }) > 0;
  const [own, setOwn] = useState<string>();
  /** How often something was answered since the last start. */
  const [turns, setTurns] = useState(0);
  /** The end is known, and the screen does not show it yet: a tap in between was meant for what just ended. */
  const ending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn that is counted has been drawn
  useEffect(() => {
    ending.current = false;
  }, [turns]);
  const end = (id: string, key: string) => {
    ending.current = true;
    endIntent(id, key);
  };

  const mutation = useMutation<A, unknown, Attempt<B>>({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    networkMode: 'always',
    retry: false,
    mutationFn: async ({ id, intent: { key, body, resent } }) => {
      try {
        const answer = await input.send(body, { idempotencyKey: key });
        const kept = readIntent(id);
        if (!input.isPending?.(answer)) end(id, key);
        else if (kept?.key === key) keepIntent(id, { ...kept, answer });
        return answer;
      } catch (error) {
        if (isRefusal(error, resent === true)) end(id, key);
        throw error;
      }
    },
    onSuccess: (answer, { intent: { body, answer: seen }, owner }) => {
      setTurns((past) => past + 1);
      if (owner !== intentOwner()) return;
      const waited = seen !== undefined;
      if (!input.isPending?.(answer)) input.onSettled(answer, body, { waited, here: here.current });
      else if (!waited) input.onPending?.(answer, body);
    },
    onError: (error, { intent: { body, answer: seen }, owner }) => {
      setTurns((past) => past + 1);
      if (owner !== intentOwner()) return;
      const waited = seen !== undefined;
      if (waited && (!isRefusal(error, true) || saysNotNow(error))) return;
      input.onFailed(error, body, { waited, here: here.current });
    },
  });

  const attempt = (id: string, next: Attempt<B>['intent']) => {
    if (client.isMutating({ mutationKey }) > 0) return;
    keepIntent(id, next);
    mutation.mutate({ id, intent: next, owner: intentOwner() });
  };
  const resend = (id: string, kept: Attempt<B>['intent']) => attempt(id, { ...kept, resent: true });

  const inTransit = intent?.answer !== undefined && !sending ? intent : undefined;
  const followUp = useRef(resend);
  useEffect(() => {
    followUp.current = resend;
  });
  useEffect(() => {
    if (!inTransit) return;
    const delay = Math.min(LONGEST_MS, FOLLOW_UP_MS * 1.5 ** Math.max(0, turns - 1));
    const timer = setTimeout(() => followUp.current(operation, inTransit), delay);
    return () => clearTimeout(timer);
  }, [inTransit, operation, turns]);

  const state = (): KeyedState<B, A> => {
    if (intent?.answer !== undefined) return { kind: 'pending', body: intent.body, answer: intent.answer as A };
    if (sending && independent) return { kind: 'sending', body: undefined, fresh: true };
    if (sending && intent) return { kind: 'sending', body: intent.body, fresh: intent.key === own && !intent.resent };
    return intent ? { kind: 'unknown', body: intent.body } : { kind: 'idle' };
  };

  return {
    state: state(),
    /**
     * Sends the intent. Nothing is sent while one is under way or its end is not drawn yet, or while another one's end
     * is unknown.
     */
    start: (body: B) => {
      if (ending.current) return;
      const id = idOf(body);
      const kept = readIntent(id) as Attempt<B>['intent'] | undefined;
      if (kept) {
        if (kept.answer === undefined && hashKey([kept.body]) === hashKey([body])) resend(id, kept);
        return;
      }
      const fresh = { key: randomId(), body, at: Date.now() };
      if (!independent) {
        setOwn(fresh.key);
        setTurns(0);
      }
      attempt(id, fresh);
    },
    /** Sends again what is `unknown`, under its key. */
    resume: () => {
      if (intent && intent.answer === undefined) resend(operation, intent);
    },
    /**
     * Gives up what is `unknown`: the next one is new. Only where the member, or the server by another call, said so.
     */
    forget: (body?: B) => endIntent(body === undefined ? operation : idOf(body)),
  };
}
