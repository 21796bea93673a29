import { ApiError } from '@krapao/kit/api';
import { openRoom, subscribeFrames } from '@krapao/kit/realtime';
import { setToken } from '@krapao/kit/session';
import { mockSocket } from '@krapao/kit/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatItem } from '../../../api/gen/model';
import * as api from './api';
import { Conversation } from './conversation';

const SPEAKER = { room: 'krapao-1', url: null, token: 'somchai-of-this-file', userId: '1' };

const said = (seq: number): ChatItem => ({
  _id: `message-${seq}`,
  seq,
  sender: 'bot',
  session_id: 's',
  createdAt: '2026-03-09T09:00:00+07:00',
  message: { message_type: 'text', payload: { message: `message ${seq}` } },
});

beforeEach(() => {
  vi.spyOn(api, 'pageOf').mockResolvedValue([said(1)]);
  vi.spyOn(api, 'everythingAfter').mockResolvedValue([]);
  vi.spyOn(api, 'markRead').mockResolvedValue();
  vi.spyOn(api, 'post').mockResolvedValue('2026-03-09');
});

afterEach(() => void vi.useRealTimers());

test('a mark of reading that fails is sent again ever more rarely, and only while it is seen', async () => {
  vi.useFakeTimers();
  vi.mocked(api.markRead).mockRejectedValue(new ApiError('SERVER_BUSY', { status: 503 }));
  const conversation = new Conversation(SPEAKER);
  const stop = conversation.start();
  await vi.advanceTimersByTimeAsync(0);
  let seen = true;
  conversation.see(() => seen);
  await vi.advanceTimersByTimeAsync(31_500);
  // At once, and after 1, 2, 4, 8 and 16 seconds.
  expect(api.markRead).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.markRead).toHaveBeenCalledTimes(8);
  seen = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(api.markRead).toHaveBeenCalledTimes(8);
  stop();
});

test('marks of reading are a second apart', async () => {
  vi.useFakeTimers();
  const conversation = new Conversation(SPEAKER);
  const stop = conversation.start();
  const read = async (seq: number) => {
    vi.mocked(api.pageOf).mockResolvedValue([said(seq)]);
    await conversation.load();
    conversation.see();
  };
  await read(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(api.markRead).toHaveBeenCalledTimes(1);
  await read(2);
  await vi.advanceTimersByTimeAsync(990);
  await read(3);
  expect(api.markRead).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(api.markRead).toHaveBeenCalledTimes(2);
  stop();
});

test('a mark of reading that is due when the chat is closed is still sent, by the same session only', async () => {
  vi.useFakeTimers();
  setToken('somchai-of-this-file', { remember: false });
  const conversation = new Conversation(SPEAKER);
  const readAnother = async (seq: number) => {
    vi.mocked(api.pageOf).mockResolvedValue([said(seq)]);
    const stop = conversation.start();
    await conversation.load();
    conversation.see();
    return stop;
  };
  const first = await readAnother(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(api.markRead).toHaveBeenCalledTimes(1);
  first();
  (await readAnother(2))();
  await vi.advanceTimersByTimeAsync(1500);
  expect(api.markRead).toHaveBeenCalledTimes(2);
  (await readAnother(3))();
  setToken('malee', { remember: false });
  await vi.advanceTimersByTimeAsync(1500);
  expect(api.markRead).toHaveBeenCalledTimes(2);
});

test('a mark that is due when the chat is closed marks nothing that came after what was seen', async () => {
  setToken('somchai-of-this-file', { remember: false });
  const socket = mockSocket();
  const leave = openRoom({ room: SPEAKER.room, token: 'somchai-of-this-file' });
  await vi.waitFor(() => expect(socket.received).toHaveLength(1));
  const conversation = new Conversation(SPEAKER);
  const stop = conversation.start();
  await conversation.load();
  let isSeen = true;
  conversation.see(() => isSeen);
  await vi.waitFor(() => expect(api.markRead).toHaveBeenCalledTimes(1));
  const hear = (seq: number) => socket.send({ event: 'messaging', data: said(seq) });
  hear(2);
  conversation.see(() => isSeen);
  isSeen = false;
  hear(3);
  stop();
  await new Promise((done) => setTimeout(done, 1200));
  expect(api.markRead).toHaveBeenCalledTimes(1);
  isSeen = true;
  const again = conversation.start();
  conversation.see(() => isSeen);
  await vi.waitFor(() => expect(api.markRead).toHaveBeenCalledTimes(2));
  hear(4);
  conversation.see(() => isSeen);
  again();
  hear(5);
  await new Promise((done) => setTimeout(done, 1200));
  expect(api.markRead).toHaveBeenCalledTimes(2);
  leave();
});

test('a message that waits goes at the next join, also with the chat closed; of another session never', async () => {
  setToken('somchai-of-this-file', { remember: false });
  const socket = mockSocket();
  socket.isDown = true;
  const leave = openRoom({ room: 'krapao-2', token: 'somchai-of-this-file' });
  vi.mocked(api.post).mockRejectedValueOnce(new ApiError('NETWORK'));
  const conversation = new Conversation(SPEAKER);
  const stop = conversation.start();
  conversation.outbox.text('Hello');
  await vi.waitFor(() => expect(api.post).toHaveBeenCalledTimes(1));
  await new Promise((done) => setTimeout(done));
  stop();
  const joined = vi.fn();
  const undo = subscribeFrames(joined);
  socket.isDown = false;
  await vi.waitFor(() => expect(joined).toHaveBeenCalled());
  await vi.waitFor(() => expect(api.post).toHaveBeenCalledTimes(2));
  undo();
  socket.isDown = true;
  socket.cut();
  vi.mocked(api.post).mockRejectedValueOnce(new ApiError('NETWORK'));
  conversation.outbox.text('Mine');
  await vi.waitFor(() => expect(api.post).toHaveBeenCalledTimes(3));
  await new Promise((done) => setTimeout(done));
  vi.mocked(api.post).mockClear();
  setToken('malee', { remember: false });
  const again = conversation.start();
  await new Promise((done) => setTimeout(done, 50));
  expect(api.post).not.toHaveBeenCalled();
  again();
  leave();
});
