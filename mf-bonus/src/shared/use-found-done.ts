import { useEffect } from 'react';
import type { KeyedCall } from './use-keyed-call';

/** What {@link useFoundDone} needs. */
interface FoundDoneInput {
  call: Pick<KeyedCall<never>, 'unknown' | 'sending' | 'startAnew'>;
  /** What is read of the member says that it had its effect. */
  done: boolean;
  onFound: () => void;
}

/**
 * A call whose answer was lost, and that another reading shows to be done, is over: the member hears so, and it is not
 * sent again.
 */
export function useFoundDone({ call, done, onFound }: FoundDoneInput): void {
  const { unknown, sending, startAnew } = call;
  const found = done && unknown && !sending;
  useEffect(() => {
    if (!found) return;
    startAnew();
    onFound();
  });
}
