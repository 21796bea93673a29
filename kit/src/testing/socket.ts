import { onTestFinished, vi } from 'vitest';
import type { ClientFrame, ServerFrame } from '../realtime';

/** One connection of the page, as the browser would have it. */
class PageSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  binaryType = 'blob';
  bufferedAmount = 0;
  readyState = PageSocket.CONNECTING;
  readonly url: string;
  private readonly server: MockSocket;

  constructor(server: MockSocket, url: string) {
    super();
    this.server = server;
    this.url = url;
    queueMicrotask(() => {
      if (this.readyState !== PageSocket.CONNECTING) return;
      if (server.isDown) this.fail();
      else {
        this.readyState = PageSocket.OPEN;
        this.dispatchEvent(new Event('open'));
      }
    });
  }

  send(text: string): void {
    if (this.readyState === PageSocket.OPEN) this.server.take(JSON.parse(text) as ClientFrame);
  }

  close(code = 1000): void {
    if (this.readyState === PageSocket.CLOSED) return;
    this.readyState = PageSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: code === 1000 }));
  }

  fail(): void {
    this.dispatchEvent(new Event('error'));
    this.close(1006);
  }
}

/** The server's side of the page's socket, in a test. */
export class MockSocket {
  /** The addresses that were dialled, and what the page sent. */
  readonly dialled: string[] = [];
  readonly received: ClientFrame[] = [];
  /** Nobody answers: a connection fails. */
  isDown = false;
  /** The connection has died and nobody was told: what is sent either way is lost. A new one is alive. */
  isDead = false;
  /** Joins are refused with this code. */
  refusal: string | undefined;
  /** Of the newest message, as a join is answered with. */
  seq = 0;
  /** How many messages a join is told are not read. */
  unread = 0;
  private socket: PageSocket | undefined;

  open(url: string): PageSocket {
    this.dialled.push(url);
    this.isDead = false;
    this.socket = new PageSocket(this, url);
    return this.socket;
  }

  take(frame: ClientFrame): void {
    if (this.isDead) return;
    this.received.push(frame);
    if (frame.event === 'ping') this.send({ event: 'pong', data: {} });
    if (frame.event !== 'join') return;
    const { seq, unread } = this;
    if (this.refusal === undefined) this.send({ event: 'joined', data: { room: frame.data.room, seq, unread } });
    else this.send({ event: 'error', data: { message: this.refusal, requestId: 'r-1' } });
  }

  /** Sends to the page; nothing arrives where no connection is open. */
  send(frame: ServerFrame): void {
    if (this.socket?.readyState !== PageSocket.OPEN || this.isDead) return;
    this.socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  /** The connection dies, as with a lost network. */
  cut(): void {
    this.socket?.fail();
  }

  /** Whether the page holds an open connection. */
  get isOpen(): boolean {
    return this.socket?.readyState === PageSocket.OPEN;
  }
}

/** Takes the place of the browser's WebSocket until the test ends: every connection opens, and a join is let in. */
export function mockSocket(): MockSocket {
  const server = new MockSocket();
  const dial = Object.assign(
    function dial(url: string) {
      return server.open(url);
    },
    { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 },
  );
  vi.stubGlobal('WebSocket', dial);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return server;
}
