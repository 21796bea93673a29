import type { Registry, RemoteHost } from '@krapao/kit/federation/host';
import type { createBrowserRouter } from 'react-router';

/** How long the server's skeleton may stand for a screen whose code is on its way, in milliseconds. */
export const SKELETON_MS = 3000;

const HOME = '/user/home';

interface Front {
  host: RemoteHost;
  registry: Registry;
}

interface FirstScreen extends Front {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;
}

async function initialized(router: FirstScreen['router']): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const leave = router.subscribe((state) => {
      if (!state.initialized) return;
      leave();
      resolve();
    });
  });
}

const holding = (registry: Registry, path: string | undefined) =>
  registry.remotes.find(({ routes }) => path !== undefined && routes.includes(path));

async function loaded({ router, host, registry }: FirstScreen): Promise<void> {
  await initialized(router);
  const path = router.state.matches.at(-1)?.route.path;
  const remote = holding(registry, path);
  // What went wrong is shown by the screen's own boundary, which asks for the same promise.
  if (remote && path !== undefined) await host.screen(remote.name, path).catch(() => undefined);
}

/**
 * Resolves when the screen that was asked for can be shown in one go: until then the server's skeleton stands, which
 * React takes away with its first render. Whoever waits long is shown the menus, and a shape in place of the screen.
 */
export async function firstScreen(first: FirstScreen): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SKELETON_MS);
  });
  await Promise.race([loaded(first), late]);
  clearTimeout(timer);
}

/** Fetches the code of home when somebody begins to type at the login. What fails then is asked for again by home. */
export function fetchHomeDuringLogin({ host, registry }: Front): void {
  const home = holding(registry, HOME);
  if (!home) return;
  const typed = () => {
    if (window.location.pathname !== '/login') return;
    document.removeEventListener('input', typed);
    host.screen(home.name, HOME).catch(() => host.retry(home.name));
  };
  document.addEventListener('input', typed);
}
