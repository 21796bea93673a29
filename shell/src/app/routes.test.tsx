import type { RemoteHost } from '@krapao/kit/federation/host';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { routesOf } from './routes';

const spin = {
  name: 'mf-spin',
  version: '1',
  entry: '/mf/mf-spin/1/remoteEntry.js',
  routes: ['/user/spin'],
  slots: [],
};
const routes = (...remotes: (typeof spin)[]) => routesOf({ edition: 'thai', remotes }, {} as RemoteHost);
const leaf = (path: string, tree: ReturnType<typeof routes>) => matchRoutes(tree, path)?.at(-1)?.route.path;

test.each(['/login', '/register', '/howto', '/contact', '/user/profile', '/user/contact', '/terminated'])(
  "%s is the shell's own, whatever remotes there are",
  (path) => expect(leaf(path, routes())).toBe(path),
);

test('a path of a remote is there while the registry has the remote, else it is not found', () => {
  expect(leaf('/user/spin', routes(spin))).toBe('/user/spin');
  expect(leaf('/user/spin', routes())).toBe('*');
});
