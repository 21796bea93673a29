import type { Status } from '../../shared/status';

/** The text of a withdrawal's status. One that failed is back in the wallet. */
export function statusKey(status: Status) {
  return `withdraw.status.${status === 'failed' ? 'returned' : status}` as const;
}
