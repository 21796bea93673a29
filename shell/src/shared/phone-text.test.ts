import { expect, it } from 'vitest';
import { phoneText } from './phone-text';

it.each([
  ['0812345678', '081-234-5678'],
  ['02055512345', '020-5551-2345'],
  ['55512345', '55512345'],
  ['', '-'],
])('the phone number %s reads %s', (phone, text) => {
  expect(phoneText(phone)).toBe(text);
});
