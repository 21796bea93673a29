import { timeOf } from '@krapao/kit/format';
import type { SlipLookup } from '../../api/gen/model';

/** Pictures that the server takes (contract); a phone turns others into JPEG when it is told so. */
export const TAKEN_TYPES = ['image/jpeg', 'image/png'] as const;

/** Bytes of a megabyte (contract). */
const MEGABYTE = 1_048_576;

const BANGKOK_MS = 7 * 3_600_000;
const DAY_MINUTES = 1440;

/** What is wrong with a file before it is sent. */
export type FileProblem = 'type' | 'empty' | 'size';

/** What the server would refuse anyway, seen here at once; null when nothing is wrong. */
export function problemOf(file: File, { maxSizeMB }: Pick<SlipLookup, 'maxSizeMB'>): FileProblem | null {
  if (!TAKEN_TYPES.some((type) => type === file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxSizeMB * MEGABYTE ? 'size' : null;
}

/** Minutes since midnight of an HH:mm. */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether slips are taken all day. */
export function isAlwaysOpen({ openFrom, openTo }: Pick<SlipLookup, 'openFrom' | 'openTo'>): boolean {
  return openFrom === openTo;
}

/**
 * Whether slips are taken at `now`: from openFrom until before openTo at Bangkok, over midnight where openFrom is the
 * later one.
 */
export function isOpenAt(rules: Pick<SlipLookup, 'openFrom' | 'openTo'>, now: number): boolean {
  if (isAlwaysOpen(rules)) return true;
  const [from, to] = [minutesOf(rules.openFrom), minutesOf(rules.openTo)];
  const minute = Math.floor((timeOf(now) + BANGKOK_MS) / 60_000) % DAY_MINUTES;
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}
