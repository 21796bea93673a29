import '@krapao/kit/ui/styles.css';
import { createQueryClient } from '@krapao/kit/api';
import { Slot, SlotHostContext, type SlotName } from '@krapao/kit/federation';
import { FilledSlot, type RegisteredRemote, RemoteHost, RemoteScreen, readRegistry } from '@krapao/kit/federation/host';
import { initI18n, LOCALES, loadLocale, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { loadRemote, registerRemotes } from '@module-federation/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, redirect } from 'react-router';
import { RouterProvider } from 'react-router/dom';

const failed = (_retry: () => void, error: unknown) => <pre>{String(error)}</pre>;

/** What the tiles of home get of their place. */
const GIVEN = { hasWheel: true, coin: 12 };

const tiledIn = ({ tiles = [] }: RegisteredRemote) => tiles.map(({ slot }) => slot);

/** Every screen and every piece of the remote, and the languages, one tap away. */
function Frame({ remote }: { remote: RegisteredRemote }) {
  return (
    <>
      <nav aria-label={remote.name}>
        {remote.routes.map((path) => (
          <Link key={path} to={path}>
            {path}{' '}
          </Link>
        ))}
        {[...remote.slots, ...tiledIn(remote)].map((slot) => (
          <Link key={slot} to={`/slot/${slot}`}>
            {slot}{' '}
          </Link>
        ))}
        {LOCALES.map((locale) => (
          <button key={locale} type="button" onClick={() => void setLocale(locale)}>
            {locale}
          </button>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

/** Starts the mocks that the remote brings; a remote without any talks to nobody. */
async function startMocks({ name, entry }: RegisteredRemote): Promise<void> {
  registerRemotes([{ name, entry, type: 'module' }]);
  const mocks = (await loadRemote(`${name}/mocks`).catch(() => null)) as { start: () => Promise<unknown> } | null;
  await mocks?.start();
}

/** Shows one remote alone, loaded through federation as the shell would, against mocks made from the contract. */
export async function boot(): Promise<void> {
  const registry = readRegistry();
  const [remote] = registry.remotes;
  const root = document.getElementById('root');
  if (!remote || !root) throw new Error('the sandbox was started without a remote');
  setToken('sandbox', { remember: false });
  await initI18n({ edition: registry.edition });
  const host = new RemoteHost({
    registry,
    addTexts: ({ name, loadLocale: load }) =>
      loadLocale(name, { th: () => load('th'), la: () => load('la'), en: () => load('en') }),
  });
  await startMocks(remote);
  const first = remote.routes[0] ?? `/slot/${remote.slots[0]}`;
  const router = createBrowserRouter([
    {
      element: <Frame remote={remote} />,
      children: [
        { path: '/', loader: () => redirect(first) },
        ...remote.routes.map((path) => ({
          path,
          element: (
            <RemoteScreen key={path} host={host} name={remote.name} path={path} pending={null} failed={failed} />
          ),
        })),
        ...remote.slots.map((slot) => ({
          path: `/slot/${slot}`,
          element: host.fills(slot).map((fill) => <FilledSlot key={slot} fill={fill} />),
        })),
        ...tiledIn(remote).map((slot) => ({
          path: `/slot/${slot}`,
          // A place gives what its page knows; here everything is on.
          element: <Slot name={slot as SlotName} with={GIVEN as never} />,
        })),
        { path: '*', element: null },
      ],
    },
  ]);
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <SlotHostContext value={{ fills: (slot) => host.fills(slot), tiles: (slot) => host.tiles(slot), failed }}>
        <RouterProvider router={router} />
      </SlotHostContext>
    </QueryClientProvider>,
  );
}
