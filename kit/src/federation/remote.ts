import type { ComponentType } from 'react';

/** A language of the product as it is stored: `la` is Lao (BCP-47 `lo`). */
export type RemoteLocale = 'th' | 'la' | 'en';

/** What a lazily imported screen or slot module exports. */
export interface ScreenModule<P = Record<string, never>> {
  default: ComponentType<P>;
}

/** A screen of a remote. `path` is absolute and literal: the build reads it from the source to know which files the path needs. */
export interface RemoteRoute {
  /** The whole path, such as `/user/statement`. */
  path: string;
  /** Key of the screen's name in the application's own texts, for the page's title. */
  title?: string;
  /** `() => import('./features/…')` with a literal; the module's default export is the screen. */
  load: () => Promise<ScreenModule>;
}

/** A piece that a remote puts into a named place of another application, such as a tile on the home screen. */
export interface RemoteSlot {
  /** The place's name, such as `home.spin`. The application that shows the place defines which props its filler gets. */
  slot: string;
  /** `() => import('./features/…')` with a literal; the module's default export is the piece. */
  // biome-ignore lint/suspicious/noExplicitAny: each place defines its own props; Slot checks them where the place is shown.
  load: () => Promise<ScreenModule<any>>;
}

/** Texts of one language by namespace; a remote's own texts live in the namespace that bears its name. */
export type RemoteMessages = Record<string, unknown>;

/** The one module a remote exposes, as `./remote`. */
export interface Remote {
  /** The package's name, such as `mf-wallet`; also the i18n namespace of its texts. */
  name: string;
  routes: RemoteRoute[];
  slots: RemoteSlot[];
  /** Loads the remote's texts of one language. Called before its first screen shows and whenever the language changes. */
  loadLocale: (locale: RemoteLocale) => Promise<{ default: RemoteMessages }>;
}

/** Declares a remote: `export default defineRemote({...})` in `src/remote.tsx`. */
export function defineRemote(remote: Remote): Remote {
  return remote;
}
