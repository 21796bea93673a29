import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { copyText } from '../ui/copy-text';
import { SafeHtml } from '../ui/safe-html';
import { i18n, keepTogether, loadArea, plainText, setLocale } from '.';

const WORKSPACE = resolve(import.meta.dirname, '../../..');

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner);
}

function textsOf(locale: 'th' | 'la'): string[] {
  const paths = globSync(join(WORKSPACE, `{shell,mf-*}/src/locales/{,*/}${locale}.json`));
  const own = join(import.meta.dirname, 'locales', locale);
  paths.push(...readdirSync(own).map((name) => join(own, name)));
  return paths.flatMap((path) => [...textsIn(JSON.parse(readFileSync(path, 'utf8')))]);
}

/** Where a browser may break a text, by the same dictionary as its own. */
function breaksOf(text: string, language: string): number[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ index }) => index);
}

describe('words that a browser would break inside a syllable', () => {
  it.each([
    ['แอดมิน', 'th'],
    ['ໂຫຼດ', 'lo'],
  ])('%s is broken without help, and whole with it', (word, language) => {
    expect(breaksOf(word, language).length).toBeGreaterThan(1);
    expect(breaksOf(keepTogether(word), language)).toEqual([0]);
  });

  it.each([
    ['th', 'th', /แชต|แอดมิน|คิวอาร์โค้ด|อีวอลเล็ต|กระเป๋าหลัก|ที่นี่/g],
    ['la', 'lo', /ໂຫຼດ|ໂບນັດ|ໂປຣໂມຊັນ|ໂປຣໄຟລ໌|ແອດມິນ|ແຊັດ|ອັບເດດ|ອີວໍເລັດ|ຂັ້ນຕ່ຳ/g],
  ] as const)('are whole in every text in %s', (locale, language, words) => {
    const texts = textsOf(locale).filter((text) => text.match(words));
    expect(texts.length).toBeGreaterThan(20);
    const broken = texts.filter((text) => {
      const shown = keepTogether(text);
      const breaks = breaksOf(shown, language);
      return [...text.matchAll(words)].some(([word]) => {
        const form = keepTogether(word);
        const at = shown.indexOf(form);
        return at < 0 || breaks.some((position) => position > at && position < at + form.length);
      });
    });
    expect(broken).toEqual([]);
  });

  it('keeps marks and the vowel am with their letter', () => {
    expect(keepTogether('ຂັ້ນຕ່ຳ').split('\u2060')).toEqual(['ຂັ້', 'ນ', 'ຕ່ຳ']);
  });
});

describe('a unit', () => {
  it.each([
    ['ภายใน 10 นาที', 'ภายใน 10\u00a0นาที'],
    ['ບໍ່ເກີນ 10 MB', 'ບໍ່ເກີນ 10\u00a0MB'],
    ['เร็ว ๆ นี้', 'เร็ว\u00a0ๆ นี้'],
    ['ທຸລະກຳ 1,250.50 ກີບ', 'ທຸລະກຳ 1,250.50\u00a0ກີບ'],
  ])('stays with its number: %s', (text, shown) => {
    expect(keepTogether(text)).toBe(shown);
  });
});

it('a text is the same when it is looked at twice, and plain again for who compares it', () => {
  for (const text of [...textsOf('th'), ...textsOf('la'), 'Within 10 minutes']) {
    expect(keepTogether(keepTogether(text))).toBe(keepTogether(text));
    expect(plainText(keepTogether(text))).toBe(text);
  }
});

it('every text of a screen has it', async () => {
  await setLocale('la');
  await loadArea('reward');
  expect(i18n.t('reward:bonus.receive')).toBe(keepTogether('ຮັບໂບນັດ'));
  expect(i18n.t('reward:bonus.receive')).not.toBe('ຮັບໂບນັດ');
});

it("the operator's HTML has it in its words, and in nothing else", () => {
  const { container } = render(
    createElement(SafeHtml, { html: '<p>ภายใน 2 นาที</p><a href="/แอดมิน">แอดมิน</a><img src="/a.png" alt="แอดมิน">' }),
  );
  expect(container.querySelector('p')?.textContent).toBe('ภายใน 2\u00a0นาที');
  expect(container.querySelector('a')?.textContent).toBe(keepTogether('แอดมิน'));
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/แอดมิน');
  expect(container.querySelector('img')?.alt).toBe('แอดมิน');
});

describe('the clipboard', () => {
  it('gets the plain text from a copy button', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    await copyText(keepTogether('โอน 10 บาท แอดมิน'));
    vi.unstubAllGlobals();
    expect(writeText).toHaveBeenCalledWith('โอน 10 บาท แอดมิน');
  });

  it('gets the plain text of what a member marks', () => {
    const text = document.body.appendChild(document.createElement('p'));
    text.textContent = keepTogether('แอดมิน');
    document.getSelection()?.selectAllChildren(text);
    const setData = vi.fn();
    const copying = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
      clipboardData: { setData },
    });
    text.dispatchEvent(copying);
    text.remove();
    expect(setData).toHaveBeenCalledWith('text/plain', 'แอดมิน');
    expect(copying.defaultPrevented).toBe(true);
  });
});
