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
