import type { FirstCalls } from '@krapao/kit/api/early';
import type { Registry, RemoteHost } from '@krapao/kit/federation/host';
import { getToken } from '@krapao/kit/session';
import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { request } from '../api/request';

/** How long the server's skeleton may stand for a screen whose code is on its way, in milliseconds. */
export const SKELETON_MS = 3000;

const HOME = '/user/home';

interface Front {
  host: RemoteHost;
  registry: Registry;
}

interface FirstScreen extends Front {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;
  /** Resolves when what the page asked for first is answered. */
  answered: Promise<unknown>;
}

/**
 * Puts the answers to what the page asked for early where its screens look for them, by the generated client's keys.
 * Drawn with the first render, which the browser can interrupt, they cost a phone no long task of their own.
 */
export async function firstAnswers(queryClient: QueryClient, { anyone, member = [] }: FirstCalls): Promise<void> {
  const urls = getToken() === null ? anyone : [...member, ...anyone];
  await Promise.all(
    urls.map((url) =>
      queryClient.prefetchQuery({ queryKey: [url], queryFn: ({ signal }) => request(url, { signal }) }),
    ),
  );
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

async function loaded({ router, host, registry, answered }: FirstScreen): Promise<void> {
  await initialized(router);
  const path = router.state.matches.at(-1)?.route.path;
  const remote = holding(registry, path);
  // What went wrong is shown by the screen's own boundary, which asks for the same promise.
  if (remote && path !== undefined) await host.screen(remote.name, path).catch(() => undefined);
  await answered;
}

/**
 * Resolves when the screen that was asked for can be shown in one go, with what it shows: until then the server's
 * skeleton stands, which React takes away with its first render. Whoever waits long is shown the menus, and a shape in
 * place of the screen.
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
