import { expect, test } from 'vitest';
import { textParts } from './safe-link';

test.each([
  ['ดูที่ https://krapao.example/rulesนะครับ', ['https://krapao.example/rules']],
  ['ເບິ່ງ https://krapao.exampleໄດ້ເລີຍ', ['https://krapao.example']],
  [
    '(https://krapao.example/a?b=1&c=%E0#d), then https://krapao.example/e.',
    ['https://krapao.example/a?b=1&c=%E0#d', 'https://krapao.example/e'],
  ],
  ['https://ไทย', []],
] as const)('the addresses of %s end where they end', (text, addresses) => {
  const parts = textParts(text);
  expect(parts.filter(({ href }) => href !== undefined).map((part) => part.text)).toEqual(addresses);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
