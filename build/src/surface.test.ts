import { expect, test } from 'vitest';
import { isRaised, surfaceOf, verdict } from './surface';

const entries = new Map([['@krapao/kit/api', 'api/index.d.ts']]);
const kit = (button: string) =>
  new Map([
    ['api/index.d.ts', "/** What it is. */\nexport { press } from '../ui/button';\n"],
    ['ui/button.d.ts', `// A note.\n${button}`],
    ['ui/inner.d.ts', 'export declare const inner: string;'],
  ]);
const before = surfaceOf(kit('export declare function press(): void;'), entries);

test('the surface is what the public modules declare and lead to, without comments', () => {
  expect(before).toContain('export declare function press(): void;');
  expect(before).not.toMatch(/inner|What it is|A note/);
});

test('a changed surface without a changed version fails, and a new comment does not', () => {
  const committed = `version 1.2.0\n${before}`;
  const after = surfaceOf(kit('export declare function press(how: string): void;'), entries);
  expect(verdict(committed, '1.2.0', before)).toBeUndefined();
  expect(
    verdict(committed, '1.2.0', surfaceOf(kit('/** New. */\nexport declare function press(): void;'), entries)),
  ).toBe(undefined);
  expect(verdict(committed, '1.2.0', after)).toMatch(/changed and its version is still 1\.2\.0/);
  expect(verdict(committed, '1.3.0', after)).toMatch(/make release-kit/);
  expect(verdict(`version 1.3.0\n${after}`, '1.3.0', after)).toBeUndefined();
});

test('only a higher version follows', () => {
  expect([isRaised('1.2.9', '1.3.0'), isRaised('1.2.9', '2.0.0'), isRaised('1.2.9', '1.2.10')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isRaised('1.2.0', '1.2.0'), isRaised('1.3.0', '1.2.9'), isRaised('2.0.0', '1.9.9')]).toEqual([
    false,
    false,
    false,
  ]);
});
