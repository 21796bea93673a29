import type { ComponentType } from 'react';
import type { TextKey, TextNamespaces } from '../i18n/resources';
import type { SlotName, Slots } from './slots';
import type { TileIcon } from './tile-icons';

/** A language of the product as it is stored: `la` is Lao (BCP-47 `lo`). */
export type RemoteLocale = 'th' | 'la' | 'en';

/** What a lazily imported screen or slot module exports. */
export interface ScreenModule<P = Record<string, never>> {
  default: ComponentType<P>;
}

/**
 * A screen of a remote. `path` is absolute and literal: the build reads it from the source to know which files the path
 * needs.
 */
export interface RemoteRoute<Title extends string = string> {
  /** The whole path, such as `/user/statement`. */
  path: string;
  /** Key of the screen's name in the application's own texts, for the page's title. */
  title?: Title;
  /** `() => import('./features/…')` with a literal; the module's default export is the screen. */
  load: () => Promise<ScreenModule>;
}

/** A piece that a remote puts into a named place of another application, such as a tile on the home screen. */
export type RemoteSlot = {
  [Name in SlotName]: {
    slot: Name;
    /**
     * `() => import('./features/…')` with a literal; the module's default export is the piece, which gets the place's
     * props.
     */
    load: () => Promise<ScreenModule<Slots[Name]>>;
  };
}[SlotName];

/** The properties of a place that are such a value, once they are known. */
type GivenAs<Value, Props> = {
  [Key in keyof Props]: Props[Key] extends Value | undefined ? Key : never;
}[keyof Props] &
  string;

/** The places of dialogs that need nothing but to be opened and closed. */
type DialogPlace = {
  [Name in SlotName]: { open: boolean; onClose: () => void } extends Slots[Name] ? Name : never;
}[SlotName];

/**
 * A tile on the screen of another application. The page draws it by itself, and loads the remote for a press. The
 * build reads it from the source, so all of it is literal.
 */
export type RemoteTile<Text extends string = string> = {
  [Name in SlotName]: {
    /** The place it stands in. */
    tile: Name;
    icon: TileIcon;
    /** Key of its label in the application's own texts. */
    label: Text;
    /** The place's property that tells whether it is shown; always, without one. */
    when?: GivenAs<boolean, Slots[Name]>;
  } & TileDetail<Text, GivenAs<number, Slots[Name]>> &
    ({ to: string } | { opens: DialogPlace });
}[SlotName];

/** The words below a tile's label and the number in them: both or neither. */
type TileDetail<Text extends string, Count> =
  | {
      /** Key of the words that tell `count`. */
      detail: Text;
      /** The place's property whose number stands in `detail`. */
      count: Count;
    }
  | { detail?: never; count?: never };

/** Texts of one language by namespace; a remote's own texts live in the namespace that bears its name. */
export type RemoteMessages = Record<string, unknown>;

/** What a remote declares. */
export interface RemoteInput<Name extends keyof TextNamespaces = keyof TextNamespaces> {
  /** The package's name, such as `mf-wallet`; also the i18n namespace of its texts. */
  name: Name;
  routes: RemoteRoute<TextKey<Name>>[];
  slots: RemoteSlot[];
  tiles?: RemoteTile<TextKey<Name>>[];
  /**
   * Loads the remote's texts of one language. Called before its first screen shows and whenever the language changes.
   */
  loadLocale: (locale: RemoteLocale) => Promise<{ default: RemoteMessages }>;
}

/**
 * The one module a remote exposes, as `./remote`; a host learns of the places at run time and does not know their
 * props.
 */
export interface Remote extends Pick<RemoteInput, 'loadLocale'> {
  name: string;
  routes: RemoteRoute[];
  slots: { slot: string; load: () => Promise<ScreenModule<never>> }[];
}

/** Declares a remote: `export default defineRemote({...})` in `src/remote.tsx`. */
export function defineRemote<Name extends keyof TextNamespaces>(remote: RemoteInput<Name>): Remote {
  return remote as Remote;
}
