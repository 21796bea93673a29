import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kitSources, kitVersion, shared, usedKit } from './shared';
import { buildVersion } from './version';

function remoteWith(source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'krapao-remote-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'remote.tsx'), source);
  return root;
}

test('every shared part of the kit is named by itself and is there', () => {
  const sources = kitSources();
  expect([...sources.keys()]).toEqual(
    expect.arrayContaining(['@krapao/kit/api', '@krapao/kit/react-query', '@krapao/kit/ui/button']),
  );
  for (const [name, source] of sources) {
    expect(name).not.toMatch(/[*]|\/$|testing|vite|host/);
    expect(existsSync(source), source).toBe(true);
  }
});

test('a remote brings no copy of what the shell provides, and a version that does not fit is an error', () => {
  const version = kitVersion();
  const item = { singleton: true, strictVersion: true, version, requiredVersion: `^${version}` };
  expect(shared('provide')['@krapao/kit/api']).toEqual(item);
  expect(shared('consume')['@krapao/kit/api']).toEqual({ ...item, import: false });
  expect(shared('consume').react).toMatchObject({ singleton: true, strictVersion: true, import: false });
});

test('a remote that was built with another patch of React is served, one with a newer minor is not', () => {
  const { version, requiredVersion } = shared('consume').react as { version: string; requiredVersion: string };
  expect(requiredVersion).toBe(`^${version.split('.').slice(0, 2).join('.')}.0`);
});

test('a remote names what its sources import, through facades too, and nothing else', () => {
  const root = remoteWith(`
    import { useQuery } from '@tanstack/react-query';
    import { Button } from "@krapao/kit/ui/button";
    import type { Locale } from '@krapao/kit/i18n';
    const later = () => import('@krapao/kit/ui/dialog');
    export { z } from 'zod/mini';`);
  expect(usedKit(root)).toEqual([
    '@krapao/kit/i18n',
    '@krapao/kit/react-query',
    '@krapao/kit/ui/button',
    '@krapao/kit/ui/dialog',
  ]);
});

test('the same sources give the same version, other sources another', () => {
  const root = remoteWith('export const a = 1;');
  const version = buildVersion(root, 'mf-test');
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(buildVersion(root, 'mf-test')).toBe(version);
  writeFileSync(join(root, 'src', 'remote.test.tsx'), 'a test changes nothing that members get');
  expect(buildVersion(root, 'mf-test')).toBe(version);
  writeFileSync(join(root, 'src', 'remote.tsx'), 'export const a = 2;');
  expect(buildVersion(root, 'mf-test')).not.toBe(version);
});
