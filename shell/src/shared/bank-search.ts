import type { BankLookup } from '../api/gen/model';

/** What members call a bank beside its code and names: today's brand, short names, a part that they remember. */
const OTHER_NAMES: Record<string, string[]> = {
  KBANK: ['kplus'],
  SCB: ['เอสซีบี', 'scb easy'],
  BBL: ['บัวหลวง', 'bualuang'],
  KTB: ['krungthai', 'กทบ'],
  BAY: ['กรุงศรี', 'kma'],
  TMB: ['ttb', 'ทีทีบี', 'ทีเอ็มบี', 'ธนชาติ'],
  GSB: ['mymo'],
  BAAC: ['ธกส'],
  GHB: ['ธอส', 'ghbank'],
  KKP: ['เคเคพี'],
  CIMBT: ['cimb'],
  LHB: ['lhbank', 'แอลเอช'],
  TRUE: ['ทรูวอลเล็ต', 'ทรูมันนี่'],
  BCEL: ['onepay'],
};

/** Dots, spaces and capitals are typed in many ways: ธ.ก.ส., ธกส. */
const folded = (text: string) => text.toLowerCase().replace(/[\s.]/g, '');

/** Whether what a member typed may mean the bank. */
export function matchesBank({ code, nameTH, nameEN }: BankLookup, typed: string): boolean {
  const names = [code, nameTH, nameEN, ...(OTHER_NAMES[code] ?? [])];
  return names.some((name) => folded(name).includes(folded(typed)));
}
