const STATUSES = ['PENDING', 'PAID', 'RETURNED'] as const;

/** Where a withdrawal stands. A status that this client does not know is one in progress. */
export function statusOf(status: string): (typeof STATUSES)[number] {
  return STATUSES.find((known) => known === status) ?? 'PENDING';
}
