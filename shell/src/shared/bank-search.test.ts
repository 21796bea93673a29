import { expect, it } from 'vitest';
import { matchesBank } from './bank-search';

const bank = (code: string, nameTH: string, nameEN: string) => ({
  code,
  nameTH,
  nameEN,
  requiresLatinName: false,
  logo: '',
});

const BANKS = [
  bank('KBANK', 'ธนาคารกสิกรไทย', 'Kasikornbank'),
  bank('TMB', 'ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank'),
  bank('BAAC', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', 'BAAC'),
  bank('GHB', 'ธนาคารอาคารสงเคราะห์', 'Government Housing Bank'),
  bank('BCEL', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', 'Banque pour le Commerce Extérieur Lao'),
];

it.each([
  ['ttb', ['TMB']],
  ['ทีทีบี', ['TMB']],
  ['TTB ', ['TMB']],
  ['ธกส', ['BAAC']],
  ['ธ.ก.ส.', ['BAAC']],
  ['ธอส', ['GHB']],
  ['K Bank', ['KBANK']],
  ['kasikorn bank', ['KBANK']],
  ['onepay', ['BCEL']],
  ['ການຄ້າ', ['BCEL']],
  ['', BANKS.map(({ code }) => code)],
  ['nowhere', []],
])('%j finds %j', (typed, codes) => {
  expect(BANKS.filter((known) => matchesBank(known, typed)).map(({ code }) => code)).toEqual(codes);
});
