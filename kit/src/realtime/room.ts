import type { ClientFrame, ServerFrame } from '../api/gen/frames';
import { forcedExitOf, forceExit, forgetGuestId, getToken } from '../session';
import { publish, setConnection } from './connection';

/** From the loss of a connection to the first try, and between later ones, in milliseconds (specification 9). */
export const RETRY_MS = 500;

/**
 * The first try waits up to so much longer, in milliseconds: everybody comes back at once after a restart of the
 * server.
 */
const JITTER_MS = 500;

/**
 * How often it is looked whether the room is joined, and how long a refused join waits, in milliseconds (specification
 * 9).
 */
export const CHECK_MS = 5000;

/**
 * After how long without a frame it is asked whether the connection lives, and how long the answer may take, in
 * milliseconds.
 */
export const QUIET_MS = 25_000;
export const PONG_MS = 4000;

/** A phone that slept longer may hold a connection that is dead without knowing, in milliseconds. */
const ASLEEP_MS = 30_000;

/** Which room, and who asks for it. */
export interface RoomInput {
  /** The address of the socket, where the site's settings name one; our own server's otherwise. */
  url?: string | null | undefined;
  /** `{PREFIX}-{userId}` or `{PREFIX}-{guestId}`. */
  room: string;
  /** A member's. */
  token?: string | undefined;
  /** A guest's; beside a token it hands the guest's conversation over to the member, and is forgotten on the device. */
  guestId?: string | null | undefined;
}

type Socket = import('partysocket/ws').default;

/** Our own server's socket. */
function ownAddress(): string {
  const address = new URL('/api/chat/socket', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** One room over one socket, which is opened again until the room is left. */
export class Room {
  private readonly input: RoomInput;
  /** Sent until it is handed over. */
  private guestId: string | null | undefined;
  private socket: Socket | undefined;
  private left = false;
  private joined = false;
  private joins = 0;
  private failures = 0;
  private refusal: string | undefined;
  private hiddenSince: number | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  /** Runs from a ping until something is heard. */
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(input: RoomInput) {
    this.input = input;
    this.guestId = input.guestId;
    this.tell();
    this.timer = setInterval(() => this.check(), CHECK_MS);
    window.addEventListener('online', this.again);
    window.addEventListener('offline', this.probe);
    document.addEventListener('visibilitychange', this.seen);
    void this.open();
  }

  /** Sends a frame; false when the room is not joined, and the frame is lost. */
  send(frame: ClientFrame): boolean {
    return this.joined && this.socket?.send(JSON.stringify(frame)) === true;
  }

  leave(): void {
    this.left = true;
    clearInterval(this.timer);
    clearTimeout(this.silence);
    window.removeEventListener('online', this.again);
    window.removeEventListener('offline', this.probe);
    document.removeEventListener('visibilitychange', this.seen);
    this.socket?.close();
    setConnection({ kind: 'closed', joins: 0 });
  }

  /** The library comes when it is needed: no page waits for it. Without it the check tries again. */
  private async open(): Promise<void> {
    const loaded = await import('partysocket/ws').catch(() => undefined);
    if (loaded === undefined || this.left || this.socket) return;
    const socket = new loaded.default(() => this.address(), [], {
      minReconnectionDelay: RETRY_MS,
      maxReconnectionDelay: RETRY_MS,
      reconnectionDelayGrowFactor: 1,
      connectionTimeout: CHECK_MS,
      // What is said while nobody listens is asked for anew after the join.
      maxEnqueuedMessages: 0,
    });
    this.socket = socket;
    socket.addEventListener('open', () => this.join());
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('close', () => this.lose());
  }

  /** Asked for before every connection: waits beyond what the library does. */
  private async address(): Promise<string> {
    if (this.refusal !== undefined) await wait(CHECK_MS - RETRY_MS);
    else if (this.failures === 1) await wait(Math.random() * JITTER_MS);
    return this.input.url || ownAddress();
  }

  private join(): void {
    const { room, token } = this.input;
    const { guestId } = this;
    const data = { room, ...(token && { token }), ...(guestId && { guestId }) };
    this.socket?.send(JSON.stringify({ event: 'join', data } satisfies ClientFrame));
  }

  private receive(data: unknown): void {
    this.heardAt = Date.now();
    this.endSilence();
    const frame = frameOf(data);
    if (frame === undefined || this.left) return;
    if (frame.event === 'joined') {
      this.joined = true;
      this.joins += 1;
      this.failures = 0;
      this.refusal = undefined;
      this.handOver();
      this.tell();
    }
    if (frame.event === 'error') this.refuse(frame.data.message);
    publish(frame);
  }

  /** The guest's conversation is the member's: its id is dead. */
  private handOver(): void {
    if (!this.input.token || !this.guestId) return;
    this.guestId = undefined;
    forgetGuestId();
  }

  private refuse(code: string): void {
    const exit = forcedExitOf(code);
    // Of a frame that was sent, not of the join: the room stays.
    if (this.joined && exit === null) return;
    this.refusal = code;
    this.joined = false;
    // Handed over before, and the answer was lost.
    if (code === 'UNAUTHORIZED') this.handOver();
    // An answer to a token that was replaced meanwhile says nothing about the present session.
    if (exit === 'terminated' || (exit === 'login' && this.input.token === getToken())) forceExit(exit, code);
    this.tell();
  }

  private lose(): void {
    this.joined = false;
    this.endSilence();
    this.failures += 1;
    this.tell();
  }

  private check(): void {
    if (!this.socket) void this.open();
    // Open without an answer to the join.
    else if (!this.joined && this.refusal === undefined && this.socket.readyState === WebSocket.OPEN) this.again();
    else if (this.joined && Date.now() - this.heardAt >= QUIET_MS) this.probe();
  }

  /**
   * Asks whether the connection lives: a browser does not tell of one that died. Without an answer another one is
   * opened.
   */
  private readonly probe = (): void => {
    if (this.silence !== undefined || !this.joined) return;
    this.silence = setTimeout(() => {
      this.silence = undefined;
      this.again();
    }, PONG_MS);
    this.send({ event: 'ping', data: {} });
  };

  private endSilence(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private readonly again = (): void => this.socket?.reconnect();

  private readonly seen = (): void => {
    const now = Date.now();
    if (document.visibilityState === 'hidden') this.hiddenSince = now;
    else if (this.hiddenSince !== undefined && now - this.hiddenSince > ASLEEP_MS) this.again();
    else this.probe();
  };

  private tell(): void {
    const { joins, refusal } = this;
    if (this.left) return;
    if (this.joined) setConnection({ kind: 'joined', joins });
    else if (refusal === undefined) setConnection({ kind: 'joining', joins });
    else setConnection({ kind: 'refused', joins, code: refusal });
  }
}

/** What the server sent, where it is a frame; who listens looks at the events it knows. */
function frameOf(data: unknown): ServerFrame | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value = JSON.parse(data) as unknown;
    const isFrame = typeof value === 'object' && value !== null && 'event' in value && 'data' in value;
    return isFrame ? (value as ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
