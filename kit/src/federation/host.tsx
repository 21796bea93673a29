export { type ErrorReport, ErrorReports } from './error-reports';
export { FilledSlot } from './filling';
export {
  REGISTRY_ID,
  type RegisteredRemote,
  type RegisteredTile,
  type Registry,
  readRegistry,
} from './registry';

import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error';
import { RemoteBoundary } from './boundary';
import type { SlotFill } from './filling';
import type { RegisteredRemote, RegisteredTile, Registry } from './registry';
import type { Remote } from './remote';
import { runtime as pageRuntime, type Runtime } from './runtime';

/** A route of a remote that is there. */
export interface LoadedScreen {
  Component: ComponentType;
  /** Key of its name, with its namespace: `mf-spin:wheel.tile`. */
  title: string | undefined;
}

/** What a host gives to its remotes. */
export interface RemoteHostInput {
  registry: Registry;
  /**
   * Loads a remote's texts in the present language, and in others when the language changes; awaited before its first
   * screen.
   */
  addTexts: (remote: Pick<Remote, 'name' | 'loadLocale'>) => Promise<void>;
}

/**
 * How often a remote is tried again under another URL before the page itself is loaded again. The page's import map
 * names the hash of that many URLs (entryRetries in server/httpapi/page/render.go).
 */
export const RETRIES = 2;

/**
 * After how long a remote, its texts or a screen of it count as not to be had, in milliseconds; a slow phone needs many
 * seconds.
 */
export const LOAD_TIMEOUT_MS = 30_000;

/** Gives up what hangs. A browser tells nothing of why an import failed: without a connection that is the reason. */
async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('TIMEOUT')), LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw navigator.onLine ? error : new ApiError('NETWORK');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads remotes and their screens at run time, once each. A failure is kept until `retry`, which asks the server again
 * under another URL, since a browser remembers a module that failed.
 */
export class RemoteHost {
  private readonly entries = new Map<string, RegisteredRemote>();
  private readonly loads = new Map<string, Promise<unknown>>();
  private readonly failures = new Map<string, Set<string>>();
  private readonly fillings = new Map<string, SlotFill[]>();
  private readonly retries = new Map<string, number>();
  private readonly input: RemoteHostInput;
  private readonly runtime: Runtime;

  constructor(input: RemoteHostInput, runtime: Runtime = pageRuntime) {
    this.input = input;
    this.runtime = runtime;
    for (const remote of input.registry.remotes) this.entries.set(remote.name, remote);
  }

  /** A remote's screen; the same promise for the same route until `retry` after a failure. */
  screen(name: string, path: string): Promise<LoadedScreen> {
    return this.once(name, `route ${path}`, async () => {
      const route = (await this.remote(name)).routes.find((candidate) => candidate.path === path);
      if (!route) throw new Error(`${name} is registered for ${path} but holds no such route`);
      return { Component: (await route.load()).default, title: route.title && `${name}:${route.title}` };
    });
  }

  /** The fillings of a place by all registered remotes. */
  fills(slot: string): SlotFill[] {
    let fills = this.fillings.get(slot);
    if (!fills) {
      fills = [...this.entries.values()]
        .filter((remote) => remote.slots.includes(slot))
        .map(({ name }) => ({
          remote: name,
          read: () => this.filling(name, slot),
          retry: (mayReload) => this.retry(name, mayReload),
        }));
      this.fillings.set(slot, fills);
    }
    return fills;
  }

  /** The tiles that remotes declared for a place. */
  tiles(slot: string): RegisteredTile[] {
    return [...this.entries.values()].flatMap(({ tiles = [] }) => tiles.filter((tile) => tile.slot === slot));
  }

  /**
   * Forgets everything that failed of a remote, so that it is asked for again; its entry under another URL. What loaded
   * well stays. `mayReload`: the member asked for another try, and after RETRIES in vain the page is loaded again. The
   * press of a button does not ask for that, as a reload throws away what was typed. Without a connection the URL stays
   * too, and nothing is reloaded: that would show the browser's own page.
   */
  retry(name: string, mayReload = true): void {
    const failed = this.failures.get(name);
    if (!failed) return;
    if (navigator.onLine) {
      const inVain = this.count(`${name} in vain`);
      const urls = failed.has('remote') ? this.count(name) : 0;
      if (mayReload && Math.max(inVain, urls) > RETRIES) {
        this.runtime.reload();
        return;
      }
    }
    this.failures.delete(name);
    for (const what of [...failed, 'remote']) this.loads.delete(`${name} ${what}`);
  }

  private count(key: string): number {
    const count = (this.retries.get(key) ?? 0) + 1;
    this.retries.set(key, count);
    return count;
  }

  /** Where a remote's entry is asked for now; never under a URL whose hash the page's import map does not name. */
  private entry(name: string): string {
    const { entry } = this.entries.get(name) ?? {};
    if (entry === undefined) throw new Error(`${name} is not registered`);
    const retries = Math.min(this.retries.get(name) ?? 0, RETRIES);
    return retries === 0 ? entry : `${entry}?retry=${retries}`;
  }

  private filling(name: string, slot: string): Promise<ComponentType<never>> {
    return this.once(name, `slot ${slot}`, async () => {
      const filling = (await this.remote(name)).slots.find((candidate) => candidate.slot === slot);
      if (!filling) throw new Error(`${name} is registered for the place ${slot} but does not fill it`);
      return (await filling.load()).default;
    });
  }

  private remote(name: string): Promise<Remote> {
    return this.once(name, 'remote', async () => {
      const module = (await this.runtime.load(name, this.entry(name))) as { default: Remote } | null;
      if (!module) throw new Error(`${name} did not load`);
      await this.input.addTexts(module.default);
      return module.default;
    });
  }

  private once<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
    const key = `${name} ${what}`;
    let loading = this.loads.get(key) as Promise<T> | undefined;
    if (!loading) {
      loading = inTime(load);
      loading.then(
        () => {
          if (what !== 'remote') this.retries.delete(`${name} in vain`);
        },
        () => this.failures.set(name, (this.failures.get(name) ?? new Set()).add(what)),
      );
      this.loads.set(key, loading);
    }
    return loading;
  }
}

/** Props of {@link RemoteScreen}. */
export interface RemoteScreenProps {
  host: RemoteHost;
  /** The remote's name. */
  name: string;
  /** The route's path as declared. */
  path: string;
  pending: ReactNode;
  failed: (retry: () => void, error: unknown) => ReactNode;
  /** Told the key of the screen's name, with its namespace, once the screen shows. */
  onTitle?: (key: string | undefined) => void;
}

function Screen({ host, name, path, onTitle }: Omit<RemoteScreenProps, 'pending' | 'failed'>) {
  const { Component, title } = use(host.screen(name, path));
  useEffect(() => onTitle?.(title), [onTitle, title]);
  return <Component />;
}

/** A route of a remote in its own boundary: while it loads, once it shows, and when its remote is dead. */
export function RemoteScreen({ pending, failed, ...screen }: RemoteScreenProps) {
  const { host, name } = screen;
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    host.retry(name);
    setAttempt(attempt + 1);
  };
  return (
    <RemoteBoundary key={attempt} remote={name} failed={(error) => failed(retry, error)}>
      <Suspense fallback={pending}>
        <Screen {...screen} />
      </Suspense>
    </RemoteBoundary>
  );
}
