import { expect, it } from 'vitest';
import { phoneProblem } from './phone';

const thai = { pattern: '^0[0-9]{9}$', length: 10 };
const laos = { pattern: '^(020[0-9]{8}|[0-9]{8,11})$', length: null };

it.each([
  ['', thai, 'register.phone.missing'],
  ['081234567', thai, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['08123456789', thai, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['8123456789', thai, 'register.phone.invalid'],
  ['0812345678', thai, null],
  ['02055512345', laos, null],
  ['55512345', laos, null],
  ['5551234', laos, 'register.phone.invalid'],
] as const)('the number %s by the rule %o is %s', (phone, rule, problem) => {
  expect(phoneProblem(phone, rule)).toBe(problem);
});
