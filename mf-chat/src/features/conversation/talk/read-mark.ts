import { subscribeFrames } from '@krapao/kit/realtime';
import { getToken } from '@krapao/kit/session';
import { markRead } from './api';
import type { Speaker } from './speaker';
import { isTheirs } from './thread';

/** Marks of reading are at least so far apart, in milliseconds (specification 9). */
const READ_MS = 1000;

/** A mark that failed is sent again after a wait that grows by this factor up to the longest one, in milliseconds. */
const READ_FACTOR = 2;
const READ_LONGEST_MS = 30_000;

/**
 * Tells the server what was read. A mark marks everything, so it goes only while the newest message is one that was
 * seen.
 */
export class ReadMark {
  private readonly speaker: Speaker;
  private readonly newest: () => string | undefined;
  /** What the last mark was for, and when it went. */
  private marked: { id: string | undefined; at: number; failed: number } = { id: undefined, at: 0, failed: 0 };
  /** The newest message that was seen. */
  private seen: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOpen = false;

  /** `newest` is the id of the newest message of the other side. */
  constructor(speaker: Speaker, newest: () => string | undefined) {
    this.speaker = speaker;
    this.newest = newest;
  }

  open(): void {
    this.isOpen = true;
  }

  /** Everything is on the screen and was seen: tells the server, at most once a second, if that `holds` still. */
  see(holds: () => boolean): void {
    if (this.newest() === this.marked.id || !this.isOpen) return;
    if (holds()) this.seen = this.newest();
    if (this.timer === undefined) this.later(this.wait(), () => this.send(holds));
  }

  /** The chat is closed: a mark that is due is still sent, otherwise its button counts that as new. */
  close(): void {
    this.isOpen = false;
    if (this.timer === undefined) return;
    this.drop();
    const { seen } = this;
    if (seen === undefined || seen !== this.newest()) return;
    let isSeen = true;
    const undo = subscribeFrames((frame) => {
      if (frame.event === 'messaging' && isTheirs(frame.data)) isSeen = false;
    });
    setTimeout(() => {
      undo();
      // The session is another one meanwhile, or the next mark says it.
      if (!isSeen || this.isOpen || getToken() !== this.speaker.token) return;
      markRead(this.speaker).catch(() => undefined);
    }, this.wait());
  }

  private send(holds: () => boolean): void {
    if (this.newest() === this.marked.id || !holds()) return;
    this.marked = { ...this.marked, id: this.newest(), at: Date.now() };
    markRead(this.speaker).then(
      () => {
        this.marked.failed = 0;
      },
      () => {
        const wait = Math.min(READ_LONGEST_MS, READ_MS * READ_FACTOR ** this.marked.failed);
        this.marked = { ...this.marked, id: undefined, failed: this.marked.failed + 1 };
        this.later(wait, () => holds() && this.see(holds));
      },
    );
  }

  private wait(): number {
    return Math.max(0, this.marked.at + READ_MS - Date.now());
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private later(ms: number, act: () => void): void {
    this.drop();
    if (!this.isOpen) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      act();
    }, ms);
  }
}
