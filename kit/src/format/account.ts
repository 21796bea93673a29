import { NOTHING } from './amount';

/** A bank account number: exactly 10 digits in 3-3-4 groups (012-345-6789), any other as it is, nothing as '-'. */
export function formatAccountNumber(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  return /^\d{10}$/.test(value) ? `${value.slice(0, 3)}-${value.slice(3, 6)}-${value.slice(6)}` : value;
}

/**
 * Whether an account's holder is written in Latin letters and spaces only, as KTB, TMB and BBL want it (specification
 * 5); nothing is not.
 */
export function isLatinName(name: string): boolean {
  return /^[A-Za-z ]+$/.test(name) && name.trim() !== '';
}
