import type { Edition } from './editions.ts';
import { tell } from './money.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Bangkok is so far before UTC, all year. */
const BANGKOK_MS = 7 * 60 * MINUTE_MS;
/** After so long the day before is counted. */
const SETTLED_MS = 6 * MINUTE_MS;

/**
 * Moves the clock of a product past the next midnight of its members. What was open before, such as a session, may have
 * ended by then.
 */
export async function toTomorrow(edition: Edition): Promise<void> {
  const { now } = await tell<{ now: string }>(edition, '/clock', { forward: '0s' });
  const sinceMidnight = (Date.parse(now) + BANGKOK_MS) % DAY_MS;
  await tell(edition, '/clock', { forward: `${DAY_MS - sinceMidnight + SETTLED_MS}ms` });
}
