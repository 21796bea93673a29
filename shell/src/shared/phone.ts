import type { PhoneRule } from '../api/gen/model';

/** What is wrong with a phone number: an error code of the catalogue or a key of our texts; null when it fits the site's rule. */
export function phoneProblem(phone: string, rule: PhoneRule): 'missing' | 'length' | 'invalid' | null {
  if (phone === '') return 'missing';
  if (rule.length !== null && phone.length !== rule.length) return 'length';
  return new RegExp(`^(?:${rule.pattern})$`).test(phone) ? null : 'invalid';
}
