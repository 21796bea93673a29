import { formatDate } from '@krapao/kit/format';
import type { StatementEntry } from '../../api/gen/model';

/** A day in milliseconds. */
const DAY_MS = 86_400_000;

/** The days that have a word of their own. */
export const DAY_WORDS = ['today', 'yesterday'] as const;

/** The day of a moment at Bangkok, seen at `now` (milliseconds since 1970): a word, or a date. */
export function dayOf(moment: string, now: number): string {
  const date = formatDate(moment);
  if (date === formatDate(now)) return 'today';
  return date === formatDate(now - DAY_MS) ? 'yesterday' : date;
}

/** The day that begins with each entry; undefined for one of the same day as the entry before it. */
export function daysBegun(entries: readonly Pick<StatementEntry, 'createdAt'>[], now: number): (string | undefined)[] {
  const days = entries.map(({ createdAt }) => dayOf(createdAt, now));
  return days.map((day, index) => (day === days[index - 1] ? undefined : day));
}
