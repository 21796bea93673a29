import '@krapao/kit/ui/styles.css';
import { createQueryClient } from '@krapao/kit/api';
import { ErrorReports, RemoteHost, readRegistry } from '@krapao/kit/federation/host';
import { initI18n, loadLocale, subscribeLocale } from '@krapao/kit/i18n';
import { registerForcedExit } from '@krapao/kit/session';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { reportClientError } from '../api/gen/portal';
import { App } from './app';
import { fetchHomeDuringLogin, firstScreen } from './first-screen';
import { leaving } from './leaving';
import { routesOf } from './routes';

/**
 * Starts the page: the registry that the server inlined, the texts, then the only router, query client and host of
 * remotes. Rejects when the shell's own texts cannot be loaded.
 */
export async function boot(): Promise<void> {
  const registry = readRegistry();
  await initI18n({ edition: registry.edition });
  await loadLocale('shell', {
    th: () => import('../locales/th.json'),
    la: () => import('../locales/la.json'),
    en: () => import('../locales/en.json'),
  });
  const host = new RemoteHost({
    registry,
    addTexts: ({ name, loadLocale: load }) =>
      loadLocale(name, { th: () => load('th'), la: () => load('la'), en: () => load('en') }),
  });
  const queryClient = createQueryClient();
  const router = createBrowserRouter(routesOf(registry, host));
  const reports = new ErrorReports({
    registry,
    route: () => router.state.matches.findLast(({ route }) => route.path !== undefined)?.route.path ?? '',
    send: (report) => void reportClientError(report).catch(() => undefined),
  });
  reports.listen();
  registerForcedExit(leaving(queryClient, router.navigate));
  subscribeLocale(() => void queryClient.invalidateQueries());
  await firstScreen({ router, host, registry });
  const root = document.getElementById('root');
  const options = { onCaughtError: reports.caught, onUncaughtError: reports.uncaught };
  // A transition is drawn in slices, between which the browser gets a turn.
  if (root) {
    const react = createRoot(root, options);
    startTransition(() => react.render(<App host={host} queryClient={queryClient} router={router} />));
  }
  fetchHomeDuringLogin({ host, registry });
}
