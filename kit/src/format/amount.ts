/** What stands where there is no amount or no date. */
export const NOTHING = '-';

/**
 * Thousands separators in a number of at most two decimals. A browser's own formatter takes 20 ms of a computer before
 * its first number, and four times as long of a cheap phone, while home is waited for.
 */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * An amount of the major unit, of at most two decimals, with two decimals and thousands separators (1,234.50), or '-'
 * when it is not a number.
 */
export function formatAmount(value: number | null | undefined): string {
  return isAmount(value) ? grouped(value.toFixed(2).replace(/^-(0\.00)$/, '$1')) : NOTHING;
}

/** Whole units with thousands separators, cut off and never rounded up: what a member may withdraw (1,234), or '-'. */
export function formatWhole(value: number | null | undefined): string {
  return isAmount(value) ? grouped((Math.trunc(value) + 0).toFixed(0)) : NOTHING;
}

/** Statement entries that add to the wallet, and those that take from it (specification 9). */
const SIGNS: Record<string, '+' | '-'> = { deposit: '+', bonus: '+', withdraw: '-' };

/**
 * The sign of a statement entry: '+' for deposit and bonus, '-' for withdraw, none for other types; case does not
 * matter.
 */
export function statementSign(statementType: string): '+' | '-' | '' {
  return SIGNS[statementType.toLowerCase()] ?? '';
}

/** A statement entry's amount with its sign: '+100.00', '-50.00', '20.00', or '-' when it is not a number. */
export function formatStatementAmount(statementType: string, value: number | null | undefined): string {
  if (!isAmount(value)) return NOTHING;
  const sign = statementSign(statementType);
  return sign === '' ? formatAmount(value) : sign + formatAmount(Math.abs(value));
}
