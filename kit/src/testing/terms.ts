/**
 * Words (as patterns) that mean the same as a term of ours, and the term. A member must not read two names for one
 * thing.
 */
const TERMS: Record<'th' | 'la', Record<string, string>> = {
  th: {
    โปรด: 'กรุณา',
    ท่าน: 'คุณ',
    เลขอ้างอิง: 'รหัสอ้างอิง',
    เติมเงิน: 'ฝากเงิน',
    สิ้นสุดโบนัส: 'จบโบนัส',
    ยอดคืน: 'ยอดเสียที่ได้คืน',
    แคปหน้าจอ: 'บันทึกภาพหน้าจอ',
    แชท: 'แชต',
    โปรโมชั่น: 'โปรโมชัน',
    อินเตอร์เน็ต: 'อินเทอร์เน็ต',
    เจ้าหน้าที่: 'แอดมิน',
    ใส่รหัส: 'กรอกรหัส',
  },
  la: {
    ລ່າສຸດ: 'ຫຼ້າສຸດ',
    ໃຊ້ງານ: 'ນຳໃຊ້',
    ໃສ່: 'ປ້ອນ',
    ແອັດມິນ: 'ແອດມິນ',
    ຄິວອາ: 'QR',
    ໃບໂອນ: 'ສະລິບ',
    ຕື່ມເງິນ: 'ຝາກເງິນ',
    ເຕີມເງິນ: 'ຝາກເງິນ',
    'ຍອດຄືນ(?!ໃໝ່)': 'ຍອດເສຍທີ່ໄດ້ຄືນ',
    ມື້ອື່ນ: 'ວັນອື່ນ',
    ສິ້ນສຸດໂບນັດ: 'ຈົບໂບນັດ',
    ວອລເລັດ: 'ອີວໍເລັດ',
    ເຫຼຽນ: 'ຫຼຽນ',
    ບ່ອນນີ້: 'ຢູ່ນີ້',
    ພະນັກງານ: 'ແອດມິນ',
  },
};

/** A vowel or tone mark after a pattern belongs to its last letter: it was the beginning of another word. */
const patterns = Object.values(TERMS).flatMap((words) =>
  Object.entries(words).map(([word, term]) => [new RegExp(`(?:${word})(?!\\p{M})`, 'u'), term] as const),
);

/** The words of a text that stand in for a term, each with the term to use. The scripts tell Thai from Lao. */
export function termProblems(text: string): string[] {
  return patterns.flatMap(([pattern, term]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`'${found[0]}' is '${term}'`];
  });
}
