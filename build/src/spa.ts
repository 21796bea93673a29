import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { declaredIn } from './declared.ts';
import { describeBuild } from './describe.ts';
import { workspaceRemotes } from './dev-registry.ts';
import { ownKit } from './facades.ts';
import { fonts } from './fonts.ts';
import { common, groupsOfAll } from './index.ts';
import { FACADES, KIT_ROOT, kitSources } from './shared.ts';
import { skeleton } from './skeleton.ts';
import { tilesOf } from './tiles.ts';

const WORKSPACE = join(KIT_ROOT, '..');

const declarationOf = (name: string) => join(WORKSPACE, name, 'src', 'remote.tsx');

/** The registry as the server would announce it, and what loads the remotes: imports of this build. */
function remotesHere(): Plugin {
  const names = workspaceRemotes();
  const registered = names.map((name) => {
    const declared = declaredIn(declarationOf(name));
    const named = (kind: string) => declared.filter((one) => one.kind === kind).map((one) => one.name);
    return {
      name,
      version: 'here',
      entry: '',
      routes: named('route'),
      slots: named('slot'),
      tiles: tilesOf(declarationOf(name)),
    };
  });
  return {
    name: 'krapao:remotes-here',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isRemotes = /\/mf-[a-z]+\/src\//.test(importer);
      return (isRemotes && kitSources().get(FACADES[source] ?? source)) || null;
    },
    transform(code, id) {
      if (id.endsWith('/kit/src/federation/registry.ts')) {
        return code.replace(
          'JSON.parse(text)',
          () => `{ ...JSON.parse(text), remotes: ${JSON.stringify(registered)} }`,
        );
      }
      if (!id.endsWith('/kit/src/federation/runtime.ts')) return null;
      const loads = names.map((name) => `'${name}': () => import('${declarationOf(name)}')`);
      return `
        const loads = { ${loads.join(', ')} };
        const reload = () => window.location.reload();
        export const runtime = { load: (name) => loads[name](), reload };
      `;
    },
  };
}

/**
 * The shell and every remote as one application, from the same sources and without federation: what the bench compares
 * with. Nobody is served it.
 */
export function spa(outDir: string): UserConfig {
  const root = join(WORKSPACE, 'shell');
  const names = workspaceRemotes();
  return {
    root,
    base: '/',
    plugins: [
      remotesHere(),
      ownKit(join(root, 'src')),
      react(),
      fonts(),
      skeleton(root),
      describeBuild({
        root,
        name: 'shell',
        version: 'one',
        fileName: 'krapao-shell.json',
        declaration: join(root, 'src', 'app', 'screens.ts'),
        others: names.map(declarationOf),
        always: ['src/main.ts', 'src/app/boot.tsx'],
        url: '',
        entry: '',
      }),
    ],
    build: { ...common, outDir, rolldownOptions: { output: groupsOfAll(names.map((name) => join(WORKSPACE, name))) } },
  };
}
