/** What a field takes: free text, a secret, a phone number, digits only, or an amount of money. */
export type FieldKind = 'text' | 'password' | 'tel' | 'numeric' | 'amount';

/** Thai and Lao digits become the ASCII digits that the server expects. */
function asciiDigits(value: string): string {
  return value
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[\u0ED0-\u0ED9]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0));
}

/**
 * What remains of an entry: digits for tel and numeric; digits and at most two decimals for an amount. Separators are
 * dropped.
 */
export function cleanEntry(kind: FieldKind, value: string): string {
  if (kind === 'tel' || kind === 'numeric') return asciiDigits(value).replace(/\D/g, '');
  if (kind !== 'amount') return value;
  const [whole = '', ...rest] = asciiDigits(value)
    .replace(/[^\d.]/g, '')
    .split('.');
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 2)}`;
}
