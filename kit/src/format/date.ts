import { NOTHING } from './amount';

/** Asia/Bangkok and Vientiane are seven hours ahead of UTC, all year; Intl would print Buddhist years for Thai. */
const BANGKOK_MS = 7 * 3_600_000;

/** A moment as the contract sends it (ISO 8601 text), as milliseconds since 1970, or as a Date. */
export type Moment = Date | string | number;

/** Milliseconds since 1970, or NaN when it is no moment. */
export function timeOf(value: Moment | null | undefined): number {
  if (value === null || value === undefined || value === '') return Number.NaN;
  return value instanceof Date ? value.getTime() : typeof value === 'number' ? value : Date.parse(value);
}

function partsOf(value: Moment | null | undefined): { date: string; time: string } | null {
  const shifted = new Date(timeOf(value) + BANGKOK_MS);
  if (Number.isNaN(shifted.getTime())) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    date: `${two(shifted.getUTCDate())}/${two(shifted.getUTCMonth() + 1)}/${String(shifted.getUTCFullYear()).padStart(4, '0')}`,
    time: `${two(shifted.getUTCHours())}:${two(shifted.getUTCMinutes())}:${two(shifted.getUTCSeconds())}`,
  };
}

/** 'DD/MM/YYYY HH:mm:ss' in the Gregorian calendar at Asia/Bangkok, or '-'. */
export function formatDateTime(value: Moment | null | undefined): string {
  const parts = partsOf(value);
  return parts === null ? NOTHING : `${parts.date} ${parts.time}`;
}

/** 'DD/MM/YYYY' in the Gregorian calendar at Asia/Bangkok, or '-'. */
export function formatDate(value: Moment | null | undefined): string {
  return partsOf(value)?.date ?? NOTHING;
}

/** 'HH:mm' at Asia/Bangkok, or '-'. */
export function formatTime(value: Moment | null | undefined): string {
  return partsOf(value)?.time.slice(0, 5) ?? NOTHING;
}

/** Units of the relative time with their length in seconds (specification 9), longest first. */
export const RELATIVE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A unit of the relative time. */
export type RelativeUnit = (typeof RELATIVE_UNITS)[number][0];

/**
 * How long ago `value` was, in the longest unit that fits; less than a second, or the future, is 0 seconds. Null for no
 * moment.
 */
export function relativeParts(
  value: Moment | null | undefined,
  now: number,
): { unit: RelativeUnit; count: number } | null {
  const seconds = Math.floor((now - timeOf(value)) / 1000);
  if (Number.isNaN(seconds)) return null;
  for (const [unit, length] of RELATIVE_UNITS) {
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  }
  return { unit: 'second', count: 0 };
}

/** Milliseconds as 'mm:ss', rounded up so that 00:00 means over; hours count as minutes. */
export function formatCountdown(ms: number): string {
  const seconds = Number.isFinite(ms) ? Math.max(0, Math.ceil(ms / 1000)) : 0;
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
