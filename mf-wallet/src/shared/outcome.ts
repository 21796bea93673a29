import type { BadgeProps } from '@krapao/kit/ui/badge';
import { type Status, statusOf } from './status';

/** A record that says step by step what happened to it. */
interface Followed {
  status: string;
  timeline: readonly { step: string }[];
}

/** The status of what the member can cancel: only its last step tells a cancelled one from one that went wrong. */
export function outcomeOf({ status, timeline }: Followed): Status {
  const outcome = statusOf(status);
  const over = outcome === 'failed' || outcome === 'returned';
  return over && timeline.at(-1)?.step === 'CANCELLED' ? 'cancelled' : outcome;
}

/** The colour of a status. */
export const STATUS_TONE: Record<Status, NonNullable<BadgeProps['tone']>> = {
  success: 'success',
  failed: 'danger',
  returned: 'neutral',
  cancelled: 'neutral',
  pending: 'warning',
};
