import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localeProblems } from '../testing/locale-check';
import { i18n, LOCALES, type Locale, loadArea, plainText, setLocale } from '.';
import { TEXT_AREAS } from './areas';
import { CODES, NAMED, type Room, SLIP_REASONS, SPIN_ERRORS } from './inventory';

const WORKSPACE = resolve(import.meta.dirname, '../../..');

/** Characters that stand beside each other; Thai and Lao marks stand above and below them. */
const ROOM: Record<Room, number> = { label: 32, line: 90, text: 150 };
const TOAST = 90;

type Texts = { [key: string]: string | Texts };

function json(path: string): Texts {
  return JSON.parse(readFileSync(path, 'utf8')) as Texts;
}

/** A namespace's texts: the kit's, or all parts of those of the application that bears its name. */
function namespace(home: string, locale: Locale): Texts {
  const own = join(import.meta.dirname, 'locales', locale, `${home}.json`);
  if (existsSync(own)) return json(own);
  const parts = globSync(join(WORKSPACE, home, `src/locales/{,*/}${locale}.json`));
  return Object.assign({}, ...parts.map(json)) as Texts;
}

function find(home: string, key: string, locale: Locale): string | undefined {
  // Codes and other keys without a dot stand as they are.
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
      namespace(home, locale),
    );
  return typeof found === 'string' ? found : undefined;
}

/** A text in one language; Thai and Lao have the form `_other` only. */
function textOf(at: string, locale: Locale): string | undefined {
  const [home = '', key = ''] = at.split(':');
  return find(home, key, locale) ?? (locale === 'en' ? undefined : find(home, key.replace(/_one$/, '_other'), locale));
}

function width(text: string): number {
  return [...text.replace(/\{\{\s*\w+\s*\}\}/g, '000000').replace(/\p{M}|<\/?\w+\/?>/gu, '')].length;
}

function contractEnum(file: string, name: string): string[] {
  const lines = readFileSync(join(WORKSPACE, 'openapi', file), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.trim() === `${name}:` && line.startsWith('    '));
  const rest = lines.slice(from + 1);
  const block = rest
    .slice(
      0,
      rest.findIndex((line) => /^ {0,4}\S/.test(line)),
    )
    .join('\n');
  const listed = /enum: \[([^\]]+)\]/.exec(block)?.[1]?.split(',');
  return (listed ?? [...block.matchAll(/^ +- (\S+)$/gm)].map((match) => match[1] ?? '')).map((code) => code.trim());
}

const ALL: [room: Room, at: string][] = [
  ...NAMED.map(([room, at]): [Room, string] => [room, at]),
  ...CODES.map((code): [Room, string] => ['line', `errors:${code}`]),
  ...SLIP_REASONS.map((code): [Room, string] => ['line', `slip:reason.${code}`]),
  ...SPIN_ERRORS.map((code): [Room, string] => ['line', `spin:error.${code}`]),
];

describe('the inventory of messages', () => {
  it.each(LOCALES)('has a text in %s for every message that the specification names', (locale) => {
    expect(ALL.filter(([, at]) => !textOf(at, locale)).map(([, at]) => at)).toEqual([]);
  });

  it.each(LOCALES)('has a text in %s that fits its place', (locale) => {
    const long = ALL.map(([room, at]) => [at, width(textOf(at, locale) ?? ''), ROOM[room]] as const);
    expect(long.filter(([, taken, room]) => taken > room)).toEqual([]);
  });

  it('names each message once', () => {
    const places = ALL.map(([, at]) => at);
    expect(places.filter((at, index) => places.indexOf(at) !== index)).toEqual([]);
  });

  it("names every text of the kit's areas, so that none is made up or left over", () => {
    const flat = (texts: Texts, prefix: string): string[] =>
      Object.entries(texts).flatMap(([key, text]) =>
        typeof text === 'string' ? [prefix + key] : flat(text, `${prefix}${key}.`),
      );
    const named = new Set(ALL.map(([, at]) => at));
    const texts = TEXT_AREAS.flatMap((area) => flat(namespace(area, 'en'), `${area}:`));
    expect(texts.filter((at) => !named.has(at) && !named.has(at.replace(/_one$/, '_other')))).toEqual([]);
  });

  it.each(TEXT_AREAS)('%s is complete in three languages, with its plurals', (area) => {
    const texts = { th: namespace(area, 'th'), la: namespace(area, 'la'), en: namespace(area, 'en') };
    expect(localeProblems(texts)).toEqual([]);
  });

  it('has what the contract can answer: codes, slip reasons, spin errors', () => {
    const codes = contractEnum('shared/common.yaml', 'ErrorCode');
    expect(codes).toEqual(expect.arrayContaining(CODES.filter((code) => code !== 'NOT_PROVIDER')));
    expect(codes.filter((code) => !find('errors', code, 'en'))).toEqual([]);
    expect(contractEnum('portal/statement.yaml', 'SlipReason').sort()).toEqual([...SLIP_REASONS].sort());
    expect(contractEnum('portal/spin.yaml', 'SpinError').sort()).toEqual([...SPIN_ERRORS].sort());
  });

  it('has error texts that fit a toast, ours too', () => {
    const long = LOCALES.flatMap((locale) =>
      Object.entries(namespace('errors', locale)).map(([code, text]) => [locale, code, width(String(text))] as const),
    );
    expect(long.filter(([, , taken]) => taken > TOAST)).toEqual([]);
  });
});

describe('an area of texts', () => {
  it('is loaded by who shows it and follows the language', async () => {
    expect(i18n.exists('slip:reason.EXPIRED_SLIP')).toBe(false);
    await loadArea('slip');
    expect(i18n.t('slip:reason.EXPIRED_SLIP')).toBe('expired slip');
    await setLocale('th');
    expect(i18n.t('slip:reason.EXPIRED_SLIP')).toBe('สลิปหมดอายุ');
    expect(plainText(i18n.t('slip:withinHours', { count: 1 }))).toBe('อัปโหลดสลิปภายใน 1 ชั่วโมงหลังโอนเงิน');
  });

  it.each([
    ['en', 'You have a new message', 'You have 3 new messages'],
    ['la', 'ທ່ານມີ 1 ຂໍ້ຄວາມໃໝ່', 'ທ່ານມີ 3 ຂໍ້ຄວາມໃໝ່'],
  ] as const)('counts in %s', async (locale, one, three) => {
    await setLocale(locale);
    await loadArea('chat');
    expect([1, 3].map((count) => plainText(i18n.t('chat:newMessages', { count })))).toEqual([one, three]);
  });
});

describe('what members see', () => {
  function* screens(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(gen|testing|sandbox)$/.test(entry.name)) yield* screens(path);
      else if (/(?<!\.test|\.stories)\.tsx$/.test(entry.name)) yield path;
    }
  }

  /** Words in attributes that are read or read out. Words between tags are the linter's: `noJsxLiterals`. */
  const SPOKEN =
    /\s(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|description|hint|error|text|lead)=(?:"[^"]*\p{L}[^"]*"|\{(['"`])[^{}]*\p{L}[^{}]*\1\})/gu;

  it('is never written into a screen', () => {
    const apps = readdirSync(WORKSPACE).filter((name) => /^(kit|shell|mf-[a-z]+)$/.test(name));
    expect(apps.length).toBeGreaterThanOrEqual(6);
    const found = apps.flatMap((app) =>
      [...screens(join(WORKSPACE, app, 'src'))].flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(SPOKEN)].map((match) => `${path}: ${match[0].trim()}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it.each(['<a title="Help">', "<Field label={'Amount'} />", '<img alt="ป้าย">'])('%s would be found', (source) => {
    expect(source.match(SPOKEN)).not.toBeNull();
  });
});
