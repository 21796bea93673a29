import { type KeyedMutationInput, type Read, useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useRef, useState } from 'react';

/**
 * What a bonus, a refund or an invite bonus changes when it is received or ended, and what a refusal says to be out of
 * date.
 */
const CHANGED: readonly Read[] = [
  'getWallet',
  'listStatements',
  'listBonuses',
  'checkActiveBonus',
  'checkBonusMinimum',
  'checkRefund',
  'listRefunds',
  'listInvites',
];

/**
 * Presses within this time are one, in milliseconds, as specification 5 says of coupons. The second tap of two may come
 * after the answer to the first, while its dialog fades away.
 */
const DEBOUNCE_MS = 500;

/** What {@link useKeyedCall} needs. */
export interface KeyedCallInput<B, A> extends Pick<KeyedMutationInput<B, A>, 'operation' | 'send'> {
  /** It had its effect, once. `here`: the dialog that asked is still there. */
  onDone: (answer: A, here: boolean) => void;
  /** A refusal is a toast, also while the dialog is there (specification 8: refund and invite bonus). */
  toasts?: boolean;
  /** What to say of a refusal in place of the catalogue's text. */
  textOf?: (failure: unknown) => string | undefined;
}

/** A call of this application that has one effect, as a dialog shows it. */
export interface KeyedCall<B> {
  sending: boolean;
  /** Sent, and nobody knows how it ended. */
  unknown: boolean;
  /** Why the last one had no effect. */
  error: string | null;
  send: (body: B) => void;
  /** Sends what is unknown again, under its key. */
  resume: () => void;
  /** Gives up what is unknown. */
  startAnew: () => void;
  forgetError: () => void;
}

/**
 * Receives or ends something, once, and reads anew what that changes. A failure of a dialog that is gone is a toast.
 */
export function useKeyedCall<B, A>(input: KeyedCallInput<B, A>): KeyedCall<B> {
  const { operation, send, onDone, toasts = false, textOf } = input;
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  const keyed = useKeyedMutation<B, A>({
    operation,
    send,
    onSettled: (answer, _, { here }) => {
      void refresh(...CHANGED);
      onDone(answer, here);
    },
    onFailed: (failure, _, { here }) => {
      void refresh(...CHANGED);
      const text = textOf?.(failure);
      if (here && !toasts) setError(text ?? errorText(failure));
      else if (text === undefined) toast.failure(failure);
      else toast.error(text);
    },
  });
  const { state } = keyed;
  return {
    sending: state.kind === 'sending',
    unknown: state.kind === 'unknown' || (state.kind === 'sending' && !state.fresh),
    error,
    send: (body) => {
      const now = performance.now();
      if (now - pressed.current < DEBOUNCE_MS) return;
      pressed.current = now;
      setError(null);
      keyed.start(body);
    },
    resume: () => {
      setError(null);
      keyed.resume();
    },
    startAnew: () => {
      setError(null);
      keyed.forget();
    },
    forgetError: () => setError(null),
  };
}
