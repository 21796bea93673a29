import { expect, it } from 'vitest';
import { bankName } from '.';

const kasikorn = { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' };
const bcel = { nameTH: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', nameEN: 'BCEL' };
const laoQr = { nameTH: 'LAO QR BCEL', nameEN: 'LAO QR by BCEL' };

it.each([
  ['th', kasikorn, 'ธนาคารกสิกรไทย'],
  ['la', kasikorn, 'Kasikornbank'],
  ['en', kasikorn, 'Kasikornbank'],
  ['th', bcel, 'BCEL'],
  ['la', bcel, 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ'],
  ['en', bcel, 'BCEL'],
  ['la', laoQr, 'LAO QR BCEL'],
  ['en', laoQr, 'LAO QR by BCEL'],
] as const)('a bank is named in letters that a reader of %s knows: %o', (locale, bank, name) => {
  expect(bankName(bank, locale)).toBe(name);
});
