import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** WebVTT whose words stand on the band above the screen. */
export function webVtt(cues: Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }) => `${clock(from)} --> ${clock(to)} line:1% position:50% size:96% align:center\n${text}\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}
