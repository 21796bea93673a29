import { NOTHING } from './amount';

/** A bank account number: exactly 10 digits in 3-3-4 groups (012-345-6789), any other as it is, nothing as '-'. */
export function formatAccountNumber(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  return /^\d{10}$/.test(value) ? `${value.slice(0, 3)}-${value.slice(3, 6)}-${value.slice(6)}` : value;
}
