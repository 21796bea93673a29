import { ApiError } from '@krapao/kit/api';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatItem } from '../../../api/gen/model';
import * as api from './api';
import { Outbox, type OutboxInput } from './outbox';

const SPEAKER = { room: 'krapao-1', url: null, token: 'somchai', userId: '1' };

const settled = () => new Promise((done) => setTimeout(done));
const photo = () => new File(['x'], 'photo.png', { type: 'image/png' });

beforeEach(() => {
  vi.spyOn(api, 'post').mockResolvedValue('2026-03-09');
  vi.spyOn(api, 'upload').mockResolvedValue('media/chat/1.png');
});

/** An outbox with what it tells: the ids in their order, and how far each message is. */
function outboxOf(input: Partial<OutboxInput> = {}) {
  const ids: string[] = [];
  const items = new Map<string, ChatItem>();
  const onFailed = vi.fn();
  const onWaiting = vi.fn();
  const outbox = new Outbox({
    speaker: SPEAKER,
    ready: () => Promise.resolve(),
    onAdd: (item) => {
      ids.push(item._id);
      items.set(item._id, item);
    },
    onChange: (id, change) => items.set(id, change(items.get(id) as ChatItem)),
    onFailed,
    isConnected: () => true,
    onWaiting,
    ...input,
  });
  const statusOf = (id: string | undefined) => items.get(id ?? '')?.message.deliver?.status;
  return { outbox, ids, onFailed, onWaiting, statusOf };
}

const posted = () => vi.mocked(api.post).mock.calls.map(([, id]) => id);

test('what is written while another message waits does not overtake it, also when that one goes first', async () => {
  let isConnected = false;
  let open: () => void = () => undefined;
  const { outbox, ids, onFailed } = outboxOf({
    isConnected: () => isConnected,
    ready: () => (isConnected ? new Promise((done) => (open = done)) : Promise.resolve()),
  });
  vi.mocked(api.post).mockRejectedValueOnce(new ApiError('NETWORK'));
  outbox.text('first');
  await settled();
  isConnected = true;
  outbox.text('second');
  await settled();
  void outbox.sendWaiting();
  outbox.text('third');
  await settled();
  open();
  await vi.waitFor(() => expect(posted()).toEqual([ids[0], ids[0], ids[1], ids[2]]));
  expect(onFailed).not.toHaveBeenCalled();
});

test('what waits is sent one after the other; the next try begins with the one that got no answer', async () => {
  let isConnected = false;
  const { outbox, ids } = outboxOf({ isConnected: () => isConnected });
  vi.mocked(api.post).mockRejectedValue(new ApiError('NETWORK'));
  outbox.text('first');
  outbox.text('second');
  await settled();
  void outbox.sendWaiting();
  await settled();
  expect(posted()).toEqual([ids[0], ids[0]]);
  isConnected = true;
  vi.mocked(api.post).mockResolvedValue('2026-03-09');
  void outbox.sendWaiting();
  await vi.waitFor(() => expect(posted().slice(2)).toEqual([ids[0], ids[1]]));
});

test('an upload without an answer has failed; it waits only where the device is offline', async () => {
  const { outbox, ids, onWaiting, statusOf } = outboxOf({ isConnected: () => false });
  vi.mocked(api.upload).mockRejectedValue(new ApiError('NETWORK'));
  outbox.file(photo(), 'image');
  await settled();
  expect([statusOf(ids[0]), onWaiting.mock.calls.length]).toEqual(['failed', 0]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  outbox.file(photo(), 'image');
  await settled();
  expect([statusOf(ids[1]), onWaiting.mock.calls.length]).toEqual(['sending', 1]);
});

test('a picture whose file the server no longer has is uploaded anew when it is sent again', async () => {
  const { outbox, ids, statusOf } = outboxOf();
  vi.mocked(api.post).mockRejectedValueOnce(new ApiError('KEY_INVALID', { status: 400 }));
  outbox.file(photo(), 'image');
  await vi.waitFor(() => expect(statusOf(ids[0])).toBe('failed'));
  vi.mocked(api.upload).mockResolvedValue('media/chat/2.png');
  outbox.resend(ids[0] ?? '');
  await vi.waitFor(() => expect(statusOf(ids[0])).toBe('succeed'));
  expect(api.upload).toHaveBeenCalledTimes(2);
  expect(vi.mocked(api.post).mock.lastCall?.[2].payload?.filePath).toBe('media/chat/2.png');
});

test('a message that came back is sent: the lost answer to it is no failure', async () => {
  let refuse: (error: Error) => void = () => undefined;
  vi.mocked(api.post).mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const onFailed = vi.fn();
  let id = '';
  const outbox = new Outbox({
    speaker: SPEAKER,
    ready: () => Promise.resolve(),
    onAdd: ({ _id }) => {
      id = _id;
    },
    onChange: () => undefined,
    onFailed,
    isConnected: () => true,
    onWaiting: () => undefined,
  });
  outbox.text('Hello');
  await vi.waitFor(() => expect(api.post).toHaveBeenCalled());
  outbox.arrived(id);
  refuse(new ApiError('NETWORK'));
  await new Promise((done) => setTimeout(done));
  expect(onFailed).not.toHaveBeenCalled();
  outbox.resend(id);
  expect(api.post).toHaveBeenCalledTimes(1);
});

test('without a connection messages wait, and go once it is there: each once, in their order', async () => {
  let isConnected = false;
  const onFailed = vi.fn();
  const onWaiting = vi.fn();
  const ids: string[] = [];
  const outbox = new Outbox({
    speaker: SPEAKER,
    ready: () => Promise.resolve(),
    onAdd: ({ _id }) => ids.push(_id),
    onChange: () => undefined,
    onFailed,
    isConnected: () => isConnected,
    onWaiting,
  });
  vi.mocked(api.post).mockRejectedValueOnce(new ApiError('NETWORK'));
  outbox.text('first');
  // The network is back before anybody noticed: the second one does not overtake the first.
  outbox.text('second');
  await vi.waitFor(() => expect(onWaiting).toHaveBeenCalledTimes(2));
  expect(api.post).toHaveBeenCalledTimes(1);
  isConnected = true;
  outbox.sendWaiting();
  outbox.sendWaiting();
  await vi.waitFor(() => expect(api.post).toHaveBeenCalledTimes(3));
  await new Promise((done) => setTimeout(done));
  expect(vi.mocked(api.post).mock.calls.map(([, id]) => id)).toEqual([ids[0], ids[0], ids[1]]);
  expect(onFailed).not.toHaveBeenCalled();
});
