import { expect, test } from 'vitest';
import { declaredIn, tilesIn } from './declared';

test('routes and slots are read from the source as it is written', () => {
  const source = `
    import { defineRemote } from '@krapao/kit/federation';
    export default defineRemote({
      name: 'mf-spin',
      routes: [{ path: '/user/spin', load: () => import('./features/wheel/spin-page') }] as const,
      slots: [{ slot: 'home.spin', load: async () => { return import('./features/wheel/spin-tile'); } }],
      loadLocale: (locale) => import(\`./locales/\${locale}.json\`),
    });`;
  expect(declaredIn('remote.tsx', source)).toEqual([
    { kind: 'route', name: '/user/spin', module: './features/wheel/spin-page' },
    { kind: 'slot', name: 'home.spin', module: './features/wheel/spin-tile' },
  ]);
});

test.each([
  ['a computed path', "[{ path: PREFIX + '/spin', load: () => import('./a') }]"],
  ['a module that is not imported in place', "[{ path: '/user/spin', load: loadSpin }]"],
  ['a computed module', "[{ slot: 'home.spin', load: () => import('./' + name) }]"],
])('%s is refused, because the server could not know what the place needs', (_what, source) => {
  expect(() => declaredIn('remote.tsx', `export const places = ${source};`)).toThrow('literals');
});

test('a source that does not parse is named', () => {
  expect(() => declaredIn('remote.tsx', 'const = ;')).toThrow('remote.tsx');
});

test('a tile is read from the source, and one that is computed is refused', () => {
  const source = (label: string) =>
    `export default { tiles: [{ tile: 'home.spin', icon: 'gift', label: ${label}, to: '/user/spin' }] };`;
  expect(tilesIn('remote.tsx', source("'wheel.tile'"))).toEqual([
    { slot: 'home.spin', icon: 'gift', label: 'wheel.tile', to: '/user/spin' },
  ]);
  expect(() => tilesIn('remote.tsx', source('LABEL'))).toThrow('label of a tile must be a literal');
});
