import { useSyncExternalStore } from 'react';
import type { ServerFrame } from '../api/gen/frames';

/** How the page stands with the server's socket. */
export interface Connection {
  /**
   * `joining`: on the way there, for the first time or again. `refused`: the server does not let in, and is asked
   * again.
   */
  kind: 'closed' | 'joining' | 'joined' | 'refused';
  /** How often the room was joined. From the second time on, something may have been missed. */
  joins: number;
  /** Why it was refused: a code of the catalogue. */
  code?: string;
}

type FrameListener = (frame: ServerFrame) => void;

let connection: Connection = { kind: 'closed', joins: 0 };
const watchers = new Set<() => void>();
const listeners = new Set<FrameListener>();

export function setConnection(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}

export function publish(frame: ServerFrame): void {
  for (const listener of listeners) listener(frame);
}

/** Calls `listener` with every frame of the server, in their order. Returns the undo. */
export function subscribeFrames(listener: FrameListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the page stands with the server's socket, now. */
export function getConnection(): Connection {
  return connection;
}

/** Calls `watcher` after every change of the connection. Returns the undo. */
export function subscribeConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How the page stands with the server's socket, as React state. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, getConnection);
}
