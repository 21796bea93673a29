import type { TextKey } from '@krapao/kit/i18n';
import * as z from 'zod/mini';
import { SendOtpBody } from '../api/gen/forms';
import type { PhoneRule } from '../api/gen/model';

/**
 * What is wrong with a phone number: a key of our texts or a code of the catalogue; null when it fits the site's rule.
 */
export function phoneProblem(phone: string, rule: PhoneRule): string | null {
  if (phone === '') return 'register.phone.missing' satisfies TextKey<'shell'>;
  if (rule.length !== null && phone.length !== rule.length) return 'PHONE_NUMBER_REQUIRE_10_DIGIT';
  return new RegExp(`^(?:${rule.pattern})$`).test(phone) ? null : 'register.phone.invalid';
}

/** A form that asks for the phone number. */
export function phoneSchema(rule: PhoneRule) {
  const fits = z.check<string>((context) => {
    const problem = phoneProblem(context.value, rule);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });
  return z.object({ phone: z.pipe(z.string().check(fits), SendOtpBody.shape.phoneNumber) });
}
