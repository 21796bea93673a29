/**
 * Lets the browser's back button close what is open. Every open layer has one history entry of the same address on top
 * of the page's; going back closes the layer, and closing the layer takes its entry away. Entries are adjusted after
 * the present task, so that a dialog that replaces another, or a navigation that closes it, causes no going to and fro.
 */
interface Layer {
  close: () => void;
}

interface Mark {
  page: number;
  depth: number;
}

const KEY = 'krapaoLayer';
/** Marks of an earlier load of this page are stale: they are stepped over. */
const page = Date.now();
const layers: Layer[] = [];
let entries = 0;
let scheduled = false;
/** A step back of ours is under way: pushing now would be undone by it. */
let traversing = false;
let listening = false;

function markOf(state: unknown): Mark | undefined {
  return typeof state === 'object' && state !== null ? (state as Record<string, Mark | undefined>)[KEY] : undefined;
}

function ownDepth(): number {
  const mark = markOf(window.history.state);
  return mark?.page === page ? mark.depth : 0;
}

function adjust(): void {
  scheduled = false;
  if (traversing) return;
  // Another address was pushed on top meanwhile: our entries lie below it and are stepped over when they are met.
  if (entries > 0 && ownDepth() === 0) entries = 0;
  if (layers.length < entries) {
    const back = layers.length - entries;
    traversing = true;
    window.history.go(back);
    return;
  }
  while (entries < layers.length) {
    entries += 1;
    const state = typeof window.history.state === 'object' ? window.history.state : null;
    window.history.pushState({ ...state, [KEY]: { page, depth: entries } satisfies Mark }, '');
  }
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(adjust);
}

function landed(): void {
  const ours = traversing;
  traversing = false;
  entries = ownDepth();
  if (!ours) for (const layer of layers.splice(entries)) layer.close();
  const mark = markOf(window.history.state);
  if (mark !== undefined && (mark.page !== page || mark.depth > layers.length)) {
    traversing = true;
    window.history.back();
  } else schedule();
}

/** Opens a layer; `close` is called when the member goes back. Returns what to call when the layer closes otherwise. */
export function openLayer(close: () => void): () => void {
  if (!listening) {
    listening = true;
    window.addEventListener('popstate', landed);
  }
  const layer: Layer = { close };
  layers.push(layer);
  schedule();
  return () => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    layers.splice(index, 1);
    schedule();
  };
}
