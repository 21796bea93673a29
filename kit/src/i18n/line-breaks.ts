import type { PostProcessorModule } from 'i18next';

/** Forbids a break where it stands, and takes no room (U+2060). */
const WORD_JOINER = '\u2060';
const NO_BREAK_SPACE = '\u00a0';

/**
 * Words that browsers break, most of them inside a syllable. Thai and Lao have no spaces, so a browser breaks by its
 * dictionary, and that does not know these: most are loans.
 */
const WHOLE_WORDS = [
  'แชต',
  'แอดมิน',
  'คิวอาร์โค้ด',
  'ปกติ',
  'ค่าใช้จ่าย',
  'อีวอลเล็ต',
  'คาสิโน',
  'กระเป๋าหลัก',
  'ที่นี่',
  'ของขวัญ',
  'ໂຫຼດ',
  'ໂບນັດ',
  'ໂປຣໂມຊັນ',
  'ໂປຣໄຟລ໌',
  'ແອດມິນ',
  'ແຊັດ',
  'ສະແກນ',
  'ອັບເດດ',
  'ເຄຣດິດ',
  'ວິດີໂອ',
  'ອິນເຕີເນັດ',
  'ເວັບໄຊ',
  'ຄາສິໂນ',
  'ສະລັອດ',
  'ອີວໍເລັດ',
  'ຂັ້ນຕ່ຳ',
];

/** A letter with its marks. The vowel am is written as a letter of its own and belongs to the one before it. */
const LETTER = /[^\p{M}\u0e33\u0eb3][\p{M}\u0e33\u0eb3]*/gu;

const joined = new Map(WHOLE_WORDS.map((word) => [word, (word.match(LETTER) ?? []).join(WORD_JOINER)]));
const WORDS = new RegExp(WHOLE_WORDS.join('|'), 'g');
const THAI_OR_LAO = /[\u0e01-\u0edf]/;

/** A number before its unit. */
const UNIT = /(\d) (?=[\u0e01-\u0edf]|MB\b)/g;
/** The mark that repeats a word, after its word. */
const REPETITION = / (?=[\u0e46\u0ec6])/g;

/**
 * A text for the page: listed words stay whole, and no unit stands alone on the next line. Doing it again changes
 * nothing.
 */
export function keepTogether(text: string): string {
  if (!THAI_OR_LAO.test(text)) return text;
  return text
    .replace(WORDS, (word) => joined.get(word) ?? word)
    .replace(UNIT, `$1${NO_BREAK_SPACE}`)
    .replace(REPETITION, NO_BREAK_SPACE);
}

/** A text without what `keepTogether` added: for the clipboard, and wherever texts are compared. */
export function plainText(text: string): string {
  return text.replaceAll(WORD_JOINER, '').replaceAll(NO_BREAK_SPACE, ' ');
}

/** Passes every text that i18next gives out through `keepTogether`. */
export const lineBreaks: PostProcessorModule = {
  type: 'postProcessor',
  name: 'lineBreaks',
  process: (text: unknown) => (typeof text === 'string' ? keepTogether(text) : text) as string,
};

/**
 * Answers `copy`: what a member marks on the page reaches the clipboard plain. Fields hold what was typed, and are left
 * alone.
 */
export function copyPlainText(event: ClipboardEvent): void {
  const marked = document.getSelection()?.toString() ?? '';
  const plain = plainText(marked);
  if (plain === marked || event.clipboardData === null) return;
  event.clipboardData.setData('text/plain', plain);
  event.preventDefault();
}
