import { ApiError, errorCode } from '@krapao/kit/api';
import { getConnection, type ServerFrame, sendFrame, subscribeFrames } from '@krapao/kit/realtime';
import { getToken } from '@krapao/kit/session';
import type { ChatItem } from '../../../api/gen/model';
import { everythingAfter, PAGE_SIZE, pageOf } from './api';
import { atNextJoin } from './next-join';
import { Outbox } from './outbox';
import { ReadMark } from './read-mark';
import { roomJoined } from './room-joined';
import type { Speaker } from './speaker';
import { afterPage, EMPTY_THREAD, isTheirs, misses, newestOf, type Thread, withOutgoing, withStored } from './thread';

/** For how long the other side is said to write, and how often we say it, in milliseconds. */
const TYPING_MS = 5000;
const TYPING_AGAIN_MS = 3000;

/** After how long what waits for the connection is tried again where no join comes first, in milliseconds. */
const WAITING_MS = 5000;

/** After how long missed messages are asked for again, in milliseconds. */
const CATCH_UP_MS = 3000;

/** A conversation as it is shown. */
export interface TalkState {
  thread: Thread;
  history: 'loading' | 'ready' | 'failed';
  /** Why the history could not be read. */
  error: unknown;
  older: 'rest' | 'loading' | 'failed';
  /** Who writes on the other side; an empty name where nobody tells. */
  typing: string | undefined;
  /** Whether it is within the office hours, and whether a person is there. */
  presence: { isOpen: boolean; isOnline: boolean } | undefined;
  /** The server does not know who talks here (any more). */
  isStranger: boolean;
  /**
   * Why the latest message could not be sent: a code, after how many seconds another try makes sense, where it is
   * known, and whether it was its file.
   */
  failure: { code: string; retryAfter: number | undefined; isUpload: boolean; id: number } | undefined;
}

/**
 * One conversation of this page: its messages, what is on its way, and what the other side does. It outlives its panel.
 */
export class Conversation {
  readonly outbox: Outbox;
  /** The room that it is in. */
  readonly room: string;
  /** What is being written. */
  draft = '';
  private readonly speaker: Speaker;
  private readonly watchers = new Set<() => void>();
  private state: TalkState = {
    thread: EMPTY_THREAD,
    history: 'loading',
    error: undefined,
    older: 'rest',
    typing: undefined,
    presence: undefined,
    isStranger: false,
    failure: undefined,
  };
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private loads = 0;
  private catching = false;
  private missed = false;
  private failures = 0;
  private listening = false;
  private readonly mark: ReadMark;
  private stopWaiting = () => {};
  private typedAt = 0;

  constructor(speaker: Speaker) {
    this.speaker = speaker;
    this.room = speaker.room;
    this.mark = new ReadMark(speaker, () => this.state.thread.stored.findLast(isTheirs)?._id);
    this.outbox = new Outbox({
      speaker,
      ready: roomJoined,
      onAdd: (item) => {
        const { thread } = this.state;
        this.set({ thread: { ...thread, outgoing: [...thread.outgoing, item] } });
        this.typedAt = 0;
      },
      onChange: (id, change) => this.set({ thread: withOutgoing(this.state.thread, id, change) }),
      onFailed: (error, isUpload) => this.fail(error, isUpload),
      isConnected: () => getConnection().kind === 'joined' && navigator.onLine,
      onWaiting: () => {
        this.stopWaiting();
        this.stopWaiting = atNextJoin(WAITING_MS, () => this.sendWaiting());
      },
    });
  }

  readonly getState = (): TalkState => this.state;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Listens, and asks for what there is or was missed. Returns how to stop; what is on its way goes on. */
  start(): () => void {
    this.listening = true;
    this.mark.open();
    const undo = subscribeFrames((frame) => this.hear(frame));
    if (this.state.history === 'ready') void this.catchUp();
    else void this.load();
    this.sendWaiting();
    return () => {
      this.listening = false;
      undo();
      this.mark.close();
      for (const timer of this.timers.values()) clearTimeout(timer);
      this.timers.clear();
      this.set({ typing: undefined });
    };
  }

  /**
   * Reads the newest messages anew; what is shown stays until they are there, also when they cannot be read. `isLost`:
   * the server no longer has what is shown.
   */
  async load({ isLost = false } = {}): Promise<void> {
    this.loads += 1;
    const mine = this.loads;
    if (newestOf(this.state.thread) === undefined) this.set({ history: 'loading' });
    try {
      const page = await pageOf(this.speaker, 0);
      if (mine !== this.loads) return;
      const { thread } = this.state;
      const held: Thread = isLost ? { ...thread, stored: [] } : afterPage(thread, page);
      this.take({ ...withStored(held, page), isWhole: page.length < PAGE_SIZE });
      this.set({ history: 'ready', older: 'rest' });
      if (this.missed) void this.catchUp();
    } catch (error) {
      if (mine !== this.loads) return;
      this.look(error);
      if (this.state.history !== 'ready') return this.set({ history: 'failed', error });
      this.fail(error);
      this.later('catch up', CATCH_UP_MS, () => void this.catchUp());
    }
  }

  /** Reads the page before the oldest message. */
  async loadOlder(): Promise<void> {
    const { thread, history, older } = this.state;
    if (history !== 'ready' || older === 'loading' || thread.isWhole) return;
    const mine = this.loads;
    this.set({ older: 'loading' });
    try {
      const page = await pageOf(this.speaker, thread.stored.length);
      if (mine !== this.loads) return;
      this.take({ ...withStored(this.state.thread, page), isWhole: page.length < PAGE_SIZE });
      this.set({ older: 'rest' });
    } catch {
      if (mine === this.loads) this.set({ older: 'failed' });
    }
  }

  keepDraft(text: string): void {
    this.draft = text;
  }

  /** Takes a message that was not sent out of the history. */
  remove(id: string): void {
    this.outbox.forget(id);
    const { thread } = this.state;
    this.set({ thread: { ...thread, outgoing: thread.outgoing.filter(({ _id }) => _id !== id) } });
  }

  /** Everything is on the screen and was seen: tells the server, at most once a second, if that `holds` still. */
  see(holds: () => boolean = () => true): void {
    this.mark.see(holds);
  }

  /** Whether what `other` has not sent is of whoever talks here: of the same room, or of the guest that they were. */
  continues(other: Conversation): boolean {
    return other.room === this.room || other.speaker.guestId !== undefined;
  }

  /** Takes over what is being written in another conversation of the same person and what it has not sent. */
  takeOver(other: Conversation): void {
    this.draft = other.draft;
    for (const item of other.state.thread.outgoing) this.outbox.takeOver(other.outbox, item);
  }

  /** Tells the other side that something is written here, or no longer. */
  type(isTyping: boolean): void {
    const now = Date.now();
    if (isTyping ? now - this.typedAt < TYPING_AGAIN_MS : this.typedAt === 0) return;
    this.typedAt = isTyping ? now : 0;
    sendFrame({ event: 'typing', data: { isTyping } });
  }

  /** Also with the chat closed; of another session nothing is sent in this one. */
  private sendWaiting(): void {
    this.stopWaiting();
    if (getToken() === this.speaker.token) void this.outbox.sendWaiting();
  }

  private hear(frame: ServerFrame): void {
    if (frame.event === 'joined') {
      if (this.state.history === 'failed') void this.load();
      else if (this.state.history === 'loading' || misses(this.state.thread, frame.data.seq)) void this.catchUp();
      else if (newestOf(this.state.thread) === undefined && frame.data.seq > 0) void this.load();
    }
    if (frame.event === 'presence') this.set({ presence: frame.data });
    if (frame.event === 'typing' && frame.data.sender !== 'customer') {
      this.showTyping(frame.data.isTyping ? (frame.data.name ?? '') : undefined);
    }
    if (frame.event === 'messaging') this.receive(frame.data);
  }

  private receive(item: ChatItem): void {
    if (isTheirs(item)) this.showTyping(undefined);
    const { thread, history } = this.state;
    // What lies between is asked for, so that the history has no gap.
    if (history === 'failed') void this.load();
    else if (history !== 'ready' || misses(thread, (item.seq ?? 0) - 1)) void this.catchUp();
    else this.take(withStored(thread, [item]));
  }

  /** Shows what the server sent. What came back of ours is sent, whatever becomes of the answer to it. */
  private take(thread: Thread): void {
    const waiting = new Set(thread.outgoing.map(({ _id }) => _id));
    for (const { _id } of this.state.thread.outgoing) if (!waiting.has(_id)) this.outbox.arrived(_id);
    this.set({ thread });
  }

  /** Asks for what came after the newest message; while the history is on its way, once it is there. */
  private async catchUp(): Promise<void> {
    this.missed = true;
    if (this.catching || this.state.history !== 'ready') return;
    this.catching = true;
    try {
      while (this.missed) {
        this.missed = false;
        const newest = newestOf(this.state.thread);
        if (newest === undefined) await this.load();
        else {
          const items = await everythingAfter(this.speaker, newest._id);
          this.take(withStored(this.state.thread, items));
        }
      }
    } catch (error) {
      this.look(error);
      // The conversation no longer has what we hold: it is read from its end.
      if (errorCode(error) === 'KEY_INVALID') void this.load({ isLost: true });
      else this.later('catch up', CATCH_UP_MS, () => void this.catchUp());
    } finally {
      this.catching = false;
    }
  }

  private showTyping(name: string | undefined): void {
    if (name !== this.state.typing) this.set({ typing: name });
    if (name === undefined) this.drop('typing');
    else this.later('typing', TYPING_MS, () => this.set({ typing: undefined }));
  }

  private fail(error: unknown, isUpload = false): void {
    this.failures += 1;
    const code = errorCode(error);
    const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
    this.set({ failure: { code, retryAfter, isUpload, id: this.failures } });
    if (code === 'UNAUTHORIZED') this.set({ isStranger: true });
  }

  private look(error: unknown): void {
    if (errorCode(error) === 'UNAUTHORIZED') this.set({ isStranger: true });
  }

  private drop(what: string): void {
    clearTimeout(this.timers.get(what));
    this.timers.delete(what);
  }

  private later(what: string, ms: number, act: () => void): void {
    this.drop(what);
    if (!this.listening) return;
    this.timers.set(
      what,
      setTimeout(() => {
        this.timers.delete(what);
        act();
      }, ms),
    );
  }

  private set(change: Partial<TalkState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
