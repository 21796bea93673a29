/**
 * How far a deposit, a withdrawal, a transfer or a statement entry has come. `cancelled`: the member did not want it
 * any more.
 */
export type Status = 'success' | 'failed' | 'returned' | 'cancelled' | 'pending';

const FINAL: Record<string, Status> = {
  SUCCESS: 'success',
  PAID: 'success',
  SETTLED: 'success',
  FAILED: 'failed',
  RETURNED: 'returned',
};

/** A status of the contract. One that this client does not know is in progress (specification 4.5). */
export function statusOf(status: string): Status {
  return Object.hasOwn(FINAL, status) ? (FINAL[status] as Status) : 'pending';
}

/** Whether its end is still to come: what is shown as in progress is asked about again, also by an older client. */
export function isPending({ status }: { status: string }): boolean {
  return statusOf(status) === 'pending';
}
