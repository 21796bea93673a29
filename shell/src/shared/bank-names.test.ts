import { expect, test } from 'vitest';
import { bankNames } from './bank-names';

const kasikorn = { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' };
const bcel = { nameTH: 'ທະນາຄານການຄ້າ', nameEN: 'BCEL' };
const same = { nameTH: 'PromptPay', nameEN: 'PromptPay' };

test.each([
  [kasikorn, 'th', ['ธนาคารกสิกรไทย', 'th'], ['Kasikornbank', 'en']],
  [kasikorn, 'la', ['Kasikornbank', 'en'], ['ธนาคารกสิกรไทย', 'th']],
  [kasikorn, 'en', ['Kasikornbank', 'en'], ['ธนาคารกสิกรไทย', 'th']],
  [bcel, 'la', ['ທະນາຄານການຄ້າ', 'lo'], ['BCEL', 'en']],
  [bcel, 'th', ['BCEL', 'en'], ['ທະນາຄານການຄ້າ', 'lo']],
  [same, 'th', ['PromptPay', 'en'], undefined],
] as const)('the first name of %o in %s is in letters that its reader knows', (bank, locale, first, second) => {
  const { name, other } = bankNames(bank, locale);
  expect([name.text, name.lang]).toEqual(first);
  expect(other && [other.text, other.lang]).toEqual(second);
});
