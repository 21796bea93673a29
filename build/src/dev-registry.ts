import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_ID, type RegisteredRemote } from '@krapao/kit/federation/registry';
import type { Plugin } from 'vite';
import { declaredIn } from './declared.ts';
import { KIT_ROOT } from './shared.ts';
import { tilesOf } from './tiles.ts';

/** Where the shell answers in development; the remotes follow, in the order of their names. */
export const SHELL_PORT = 5173;

const WORKSPACE = join(KIT_ROOT, '..');

/** The remotes of this workspace. */
export function workspaceRemotes(): string[] {
  return readdirSync(WORKSPACE)
    .filter((name) => name.startsWith('mf-') && existsSync(join(WORKSPACE, name, 'src', 'remote.tsx')))
    .sort();
}

/** The port of a remote's development server: 5174 and on; the port of its sandbox lies 100 above. */
export function devPort(name: string): number {
  return SHELL_PORT + 1 + Math.max(0, workspaceRemotes().indexOf(name));
}

/**
 * The origin that browsers use for a development server: plain on this machine, or HTTPS at the host that
 * `KRAPAO_DEV_HOST` names, 2000 ports above, where `krapao-demo https` listens.
 */
export function devOrigin(port: number): string {
  const host = process.env.KRAPAO_DEV_HOST;
  return host ? `https://${host}:${port + 2000}` : `http://localhost:${port}`;
}

/** A remote as its development server serves it. */
export function developedRemote(name: string): RegisteredRemote {
  const declaration = join(WORKSPACE, name, 'src', 'remote.tsx');
  const declared = declaredIn(declaration);
  return {
    name,
    version: 'dev',
    entry: `${devOrigin(devPort(name))}/remoteEntry.js`,
    routes: declared.filter((piece) => piece.kind === 'route').map((piece) => piece.name),
    slots: declared.filter((piece) => piece.kind === 'slot').map((piece) => piece.name),
    tiles: tilesOf(declaration),
  };
}

/** In development there is no server to inline the registry: the page gets the workspace's remotes. */
export function devRegistry(remotes: () => string[] = workspaceRemotes): Plugin {
  return {
    name: 'krapao:dev-registry',
    apply: 'serve',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: REGISTRY_ID },
        children: JSON.stringify({
          edition: process.env.KRAPAO_EDITION ?? 'thai',
          remotes: remotes().map(developedRemote),
        }).replace(/</g, '\\u003c'),
        injectTo: 'head-prepend',
      },
    ],
  };
}
