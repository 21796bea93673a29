/** A tile's words in one language. */
export interface TileWords {
  label: string;
  /** A sentence with `{{count}}` for each plural category of the language. */
  detail?: Partial<Record<Intl.LDMLPluralRule, string>>;
}

/** A tile that the page draws from these data: its remote is not loaded before a finger comes to it. */
export interface RegisteredTile {
  /** The place it stands in. */
  slot: string;
  /** The name of one of the kit's icons. */
  icon: string;
  /** The screen it leads to, or the place of the dialog that it opens. */
  to?: string;
  opens?: string;
  /** The place's property that tells whether it is shown; without one it always is. */
  when?: string;
  /** The place's property whose number stands in the detail. */
  count?: string;
  texts: Record<'th' | 'la' | 'en', TileWords>;
}

/** A remote as the server's registry announces it to the page. */
export interface RegisteredRemote {
  name: string;
  /** The immutable version that this page uses. */
  version: string;
  /** URL of its federation entry, on our own origin. */
  entry: string;
  /** Paths whose screens it holds. */
  routes: string[];
  /** Places it fills. */
  slots: string[];
  /** What the page draws of it by itself; none of an older build, which fills those places. */
  tiles?: RegisteredTile[];
}

/** What the server inlines into the page as `<script type="application/json" id="krapao-registry">`. */
export interface Registry {
  /** Which edition the server runs; it decides the first language. */
  edition: 'thai' | 'laos';
  remotes: RegisteredRemote[];
}

/** The id of the element that carries the registry. */
export const REGISTRY_ID = 'krapao-registry';

/** Reads the registry from the page. A page without one has no remotes, so the shell's own screens still work. */
export function readRegistry(from: Document = document): Registry {
  const text = from.getElementById(REGISTRY_ID)?.textContent;
  return text ? (JSON.parse(text) as Registry) : { edition: 'thai', remotes: [] };
}
