import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepTogether, plainText } from '../../kit/src/i18n/line-breaks.ts';
import { type Locale, textsOf } from '../support/texts.ts';
import type { Cue } from './studio.ts';

/** The sentences of a film; what a button is called in them is what it is called in the product. */
export function wordsOf(locale: Locale, film: string): (name: string) => string {
  const path = join(import.meta.dirname, 'words', `${locale}.json`);
  const words = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>;
  const t = textsOf(locale);
  return (name) => {
    const sentence = words[film]?.[name];
    if (sentence === undefined) throw new Error(`${locale} has no words ${film}.${name}`);
    return sentence.replace(/\{([\w-]+:[\w.]+)\}/g, (_match, key: string) => t(key));
  };
}

function clock(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`;
}

/** As many letters fit the width of the smallest phone's film; combining marks take none. */
const LINE_LETTERS = 32;
const lettersOf = (text: string) => text.replace(/\p{M}/gu, '').length;

/**
 * Breaks long words in the middle, at a space or else between words: players break neither Thai nor Lao, and some
 * nothing at all.
 */
function inLines(text: string, locale: Locale): string {
  if (lettersOf(text) <= LINE_LETTERS) return text;
  const words = new Intl.Segmenter(locale === 'la' ? 'lo' : locale, { granularity: 'word' });
  const uneven = (at: number) => Math.abs(lettersOf(text.slice(0, at)) - lettersOf(text) / 2);
  const most = LINE_LETTERS - lettersOf(text) / 2;
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index).filter((at) => uneven(at) <= most);
  const between = [...words.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ index }) => index);
  const [best = text.length] = (spaces.length > 0 ? spaces : between).sort((a, b) => uneven(a) - uneven(b));
  return `${text.slice(0, best).trim()}\n${text.slice(best).trim()}`;
}

/** WebVTT whose words stand on the band above the screen. */
export function webVtt(cues: Cue[], locale: Locale): string {
  const blocks = cues.map(
    ({ from, to, text }) =>
      `${clock(from)} --> ${clock(to)} line:1% position:50% size:96% align:center\n${keepTogether(inLines(plainText(text), locale))}\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}
