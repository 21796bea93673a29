import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getGuestId, keepGuestId, registerForcedExit, setToken } from '../session';
import { mockSocket } from '../testing/socket';
import { getConnection, openRoom, type ServerFrame, sendFrame, subscribeFrames } from '.';
import { CHECK_MS, PONG_MS, QUIET_MS, RETRY_MS } from './room';

const ROOM = { url: 'ws://portal.example/api/chat/socket', room: 'krapao-100123', token: 'somchai' };
const leaves: (() => void)[] = [];
const open = (input: Parameters<typeof openRoom>[0] = ROOM) => {
  const leave = openRoom(input);
  leaves.push(leave);
  return leave;
};

/** Lets what is under way come to rest, and the time pass. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  // Loaded once before the clock is the test's.
  await import('partysocket/ws');
  vi.useFakeTimers();
});

afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await pass(1);
  vi.useRealTimers();
});

describe('the room of the page', () => {
  test('is joined with the token in a frame, and never in the address', async () => {
    const server = mockSocket();
    open();
    await vi.waitFor(() => expect(getConnection()).toEqual({ kind: 'joined', joins: 1 }));
    expect(server.dialled).toEqual([ROOM.url]);
    expect(server.received).toEqual([{ event: 'join', data: { room: ROOM.room, token: 'somchai' } }]);
  });

  test('is one for everybody who asks, and left by the last', async () => {
    const server = mockSocket();
    const first = open();
    const second = open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    first();
    await pass(10);
    expect(server.isOpen).toBe(true);
    second();
    await pass(10);
    expect([server.isOpen, getConnection().kind, server.dialled.length]).toEqual([false, 'closed', 1]);
  });

  test('gives way to another: who logs in leaves the room of the guest', async () => {
    const server = mockSocket();
    open({ url: ROOM.url, room: 'krapao-guest-1', guestId: 'guest-1' });
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    open(ROOM);
    await vi.waitFor(() => expect(server.received).toHaveLength(2));
    expect(server.received[1]).toEqual({ event: 'join', data: { room: ROOM.room, token: 'somchai' } });
    expect(getConnection()).toEqual({ kind: 'joined', joins: 1 });
  });

  test("lies on our own server where the site's settings name no other", async () => {
    const server = mockSocket();
    open({ ...ROOM, url: null });
    await vi.waitFor(() => expect(server.dialled).toEqual(['ws://localhost:3000/api/chat/socket']));
  });
});

describe("a guest's conversation", () => {
  test('is handed over with the token once, and its id is forgotten', async () => {
    const server = mockSocket();
    const guestId = keepGuestId();
    open({ ...ROOM, guestId });
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    expect(getGuestId()).toBeNull();
    server.cut();
    await pass(3 * RETRY_MS);
    expect(server.received.map(({ data }) => data)).toEqual([
      { room: ROOM.room, token: 'somchai', guestId },
      { room: ROOM.room, token: 'somchai' },
    ]);
  });

  test('is handed over also by who asks for the room after somebody who does not know of it', async () => {
    const server = mockSocket();
    const first = open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    const guestId = keepGuestId();
    const second = open({ ...ROOM, guestId });
    await vi.waitFor(() => expect(getGuestId()).toBeNull());
    expect(server.received.at(-1)?.data).toEqual({ room: ROOM.room, token: 'somchai', guestId });
    first();
    await pass(10);
    expect(getConnection().kind).toBe('joined');
    second();
    await pass(10);
    expect(getConnection().kind).toBe('closed');
  });

  test('whose id is dead already does not keep the member out', async () => {
    const server = mockSocket();
    server.refusal = 'UNAUTHORIZED';
    open({ ...ROOM, guestId: keepGuestId() });
    await vi.waitFor(() => expect(getConnection().kind).toBe('refused'));
    server.refusal = undefined;
    server.cut();
    await pass(CHECK_MS + RETRY_MS);
    expect(getConnection().kind).toBe('joined');
    expect(server.received[1]?.data).toEqual({ room: ROOM.room, token: 'somchai' });
  });
});

describe('a connection that is lost', () => {
  test('is opened again after half a second and up to as much again, then every half second, without end', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const server = mockSocket();
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    server.isDown = true;
    server.cut();
    expect(getConnection()).toEqual({ kind: 'joining', joins: 1 });
    await pass(RETRY_MS + 240);
    expect(server.dialled).toHaveLength(1);
    await pass(20);
    expect(server.dialled).toHaveLength(2);
    await pass(60 * RETRY_MS);
    expect(server.dialled.length).toBeGreaterThan(55);
    expect(server.dialled.length).toBeLessThan(65);
    server.isDown = false;
    await pass(RETRY_MS + 20);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 2 });
  });

  test('is looked after at once when the phone is online again', async () => {
    const server = mockSocket();
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    window.dispatchEvent(new Event('online'));
    await pass(RETRY_MS + 20);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 2 });
    expect(server.dialled).toHaveLength(2);
  });

  test('a join that nobody answers is tried again by the check', async () => {
    const server = mockSocket();
    const take = vi.spyOn(server, 'take').mockImplementationOnce(() => undefined);
    open();
    await pass(CHECK_MS - 100);
    expect(getConnection().kind).toBe('joining');
    await pass(200 + RETRY_MS);
    expect(getConnection().kind).toBe('joined');
    expect(take).toHaveBeenCalledTimes(2);
  });
});

describe('a connection that dies without a word', () => {
  const joined = async () => {
    const server = mockSocket();
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    return server;
  };
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

  test('is noticed within half a minute, and another one takes its place', async () => {
    const server = await joined();
    server.isDead = true;
    await pass(QUIET_MS + CHECK_MS + PONG_MS + 2 * RETRY_MS + CHECK_MS);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 2 });
    expect(server.dialled).toHaveLength(2);
  });

  test.each([
    ['the reader comes back to the page', comeBack],
    ['the phone says that it is offline', () => window.dispatchEvent(new Event('offline'))],
  ])('is noticed at once when %s', async (_when, happen) => {
    const server = await joined();
    server.isDead = true;
    happen();
    await pass(PONG_MS + 3 * RETRY_MS);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 2 });
  });

  test('is not taken for one that is only quiet: it is asked, answers, and stays', async () => {
    const server = await joined();
    await pass(4 * QUIET_MS);
    comeBack();
    await pass(PONG_MS + RETRY_MS);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 1 });
    expect(server.received.filter(({ event }) => event === 'ping').length).toBeGreaterThan(2);
    expect(server.received.filter(({ event }) => event === 'ping').length).toBeLessThan(6);
  });
});

describe('a join that is refused', () => {
  test('says why, and is asked again only after five seconds', async () => {
    const server = mockSocket();
    server.refusal = 'REQUEST_LIMIT_1MIN';
    open();
    await vi.waitFor(() => expect(getConnection()).toEqual({ kind: 'refused', joins: 0, code: 'REQUEST_LIMIT_1MIN' }));
    server.cut();
    await pass(CHECK_MS - 200);
    expect(server.received).toHaveLength(1);
    server.refusal = undefined;
    await pass(400);
    expect(getConnection()).toEqual({ kind: 'joined', joins: 1 });
  });

  test('is not meant by an error of a frame that was sent: the room stays', async () => {
    const server = mockSocket();
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    server.send({ event: 'error', data: { message: 'REQUEST_LIMIT', requestId: 'r-1' } });
    expect(getConnection()).toEqual({ kind: 'joined', joins: 1 });
  });

  test('a session that has ended leaves the screen, unless another one has begun', async () => {
    const leave = vi.fn();
    const undo = registerForcedExit(leave);
    setToken('somchai', { remember: false });
    const server = mockSocket();
    open({ ...ROOM, token: 'an older one' });
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    server.send({ event: 'error', data: { message: 'INVALID_USER_3', requestId: 'r-1' } });
    expect(leave).not.toHaveBeenCalled();
    open();
    await vi.waitFor(() => expect(server.received).toHaveLength(2));
    server.send({ event: 'error', data: { message: 'INVALID_USER_3', requestId: 'r-1' } });
    expect(leave).toHaveBeenCalledExactlyOnceWith('login', 'INVALID_USER_3');
    undo();
  });
});

describe('frames', () => {
  test('reach who listens in their order; what is no frame reaches nobody', async () => {
    const server = mockSocket();
    const heard: ServerFrame[] = [];
    const undo = subscribeFrames((frame) => heard.push(frame));
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    const broken = [null, 7, 'text', { event: 'messaging' }] as unknown as ServerFrame[];
    for (const frame of broken) server.send(frame);
    server.send({ event: 'account', data: { kinds: ['balance'] } });
    server.send({ event: 'account', data: { kinds: ['qr'] } });
    undo();
    server.send({ event: 'account', data: { kinds: ['slip'] } });
    expect(heard.map((frame) => (frame.event === 'account' ? frame.data.kinds[0] : undefined))).toEqual([
      undefined,
      'balance',
      'qr',
    ]);
  });

  test('leave only while the room is joined; none waits to be sent later', async () => {
    const server = mockSocket();
    expect(sendFrame({ event: 'typing', data: { isTyping: true } })).toBe(false);
    open();
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    expect(sendFrame({ event: 'typing', data: { isTyping: true } })).toBe(true);
    server.isDown = true;
    server.cut();
    expect(sendFrame({ event: 'typing', data: { isTyping: true } })).toBe(false);
    server.isDown = false;
    await pass(3 * RETRY_MS);
    await vi.waitFor(() => expect(getConnection().kind).toBe('joined'));
    expect(server.received.map(({ event }) => event)).toEqual(['join', 'typing', 'join']);
  });
});
