import { formatAccountNumber } from '@krapao/kit/format';

/** A phone number to read: a Thai one as an account number (081-234-5678), a Lao mobile one in 3-4-4 groups. */
export function phoneText(phone: string): string {
  return /^020\d{8}$/.test(phone)
    ? `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`
    : formatAccountNumber(phone);
}
