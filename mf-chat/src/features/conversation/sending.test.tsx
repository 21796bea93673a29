import { clearSession, getGuestId, keepGuestId, setToken } from '@krapao/kit/session';
import { renderWithProviders } from '@krapao/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatHistoryRequest } from '../../api/gen/model';
import { layOut, startChat } from '../../testing/open-chat';
import { server } from '../../testing/server';
import ChatWidget from './chat-widget';

const row = (text: string) => within(screen.getByText(text).closest('article') as HTMLElement);
const textsOf = (sent: { message: { payload?: { message?: string } } }[]) =>
  sent.map(({ message }) => message.payload?.message);

beforeEach(() => setToken('somchai', { remember: false }));

describe('a message', () => {
  test('is shown at once, and sent under an id of ours as the customer', async () => {
    const { user, box, chat } = await startChat();
    await user.type(box, '  Hello{Enter}');
    expect(screen.getByText('Hello')).toBeTruthy();
    expect((box as HTMLTextAreaElement).value).toBe('');
    await waitFor(() => expect(row('Hello').getByRole('img', { name: 'Sent' })).toBeTruthy());
    expect(chat.sent).toHaveLength(1);
    expect(chat.sent[0]).toMatchObject({
      sender: 'customer',
      message: { message_type: 'text', payload: { message: 'Hello' } },
    });
    expect(chat.sent[0]?._id).toMatch(/^[\da-f-]{36}$/);
    expect(chat.sent[0]?.message.deliver).toBeUndefined();
  });

  test('Enter with another key sends nothing, nor does a blank text or a second Enter', async () => {
    const { user, box, chat } = await startChat();
    await user.type(box, '   {Enter}');
    await user.clear(box);
    await user.type(box, 'one{Shift>}{Enter}{/Shift}two');
    await user.keyboard('{Control>}{Enter}{/Control}{Alt>}{Enter}{/Alt}');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(chat.sent).toHaveLength(0);
    await user.type(box, '{Enter}{Enter}');
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(textsOf(chat.sent)).toEqual(['one\ntwo']);
  });

  test('has at most 2000 characters, counted as people do, and says how many there are too many', async () => {
    const { user, box, chat } = await startChat();
    const write = (text: string) => fireEvent.change(box, { target: { value: text } });
    write('ก'.repeat(1800));
    expect(screen.queryByText(/\/2000/)).toBeNull();
    write('😀'.repeat(2001));
    expect(screen.getByText('2001/2000')).toBeTruthy();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(chat.sent).toHaveLength(0);
    expect((box as HTMLTextAreaElement).value).toHaveLength(4002);
    write('😀'.repeat(2000));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(chat.sent).toHaveLength(1));
  });

  test('waits for the one before it, so that the order is kept', async () => {
    const { user, box, chat } = await startChat();
    const arrived: string[] = [];
    server.use(
      http.post<never, { _id: string; message: { payload: { message: string } } }>(
        '*/api/chat/send-message',
        async ({ request }) => {
          const body = await request.json();
          arrived.push(body.message.payload.message);
          if (body.message.payload.message === 'first') await new Promise((done) => setTimeout(done, 150));
          return HttpResponse.json(chat.take(body as Parameters<typeof chat.take>[0]).createdAt);
        },
      ),
    );
    await user.type(box, 'first{Enter}second{Enter}');
    await waitFor(() => expect(arrived).toEqual(['first', 'second']));
    await waitFor(() => expect(textsOf(chat.stored)).toEqual(['first', 'second']));
  });

  test('whose answer was lost is not there twice', async () => {
    const { user, box, chat } = await startChat();
    server.use(
      http.post<never, Parameters<typeof chat.take>[0]>('*/api/chat/send-message', async ({ request }) => {
        chat.take(await request.json());
        return HttpResponse.error();
      }),
    );
    await user.type(box, 'Hello{Enter}');
    await waitFor(() => expect(row('Hello').getByRole('img', { name: 'Sent' })).toBeTruthy());
    expect(screen.getAllByText('Hello')).toHaveLength(1);
    expect(screen.queryByText('Not sent')).toBeNull();
  });

  test('that was not sent can be sent again, as the same message, or removed', async () => {
    const { user, box, chat } = await startChat();
    const asked: string[] = [];
    server.use(
      http.post<never, { _id: string }>('*/api/chat/send-message', async ({ request }) => {
        asked.push((await request.json())._id);
        return HttpResponse.json({ message: 'REQUEST_LIMIT_1MIN' }, { status: 429 });
      }),
    );
    await user.type(box, 'Hello{Enter}');
    expect(await screen.findByText('Not sent')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    await user.type(box, 'Another{Enter}');
    await waitFor(() => expect(screen.getAllByText('Not sent')).toHaveLength(2));
    await user.click(row('Another').getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText('Another')).toBeNull();
    server.use(...chat.handlers());
    await user.click(row('Hello').getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull());
    expect(chat.stored.map(({ _id }) => _id)).toEqual([asked[0]]);
  });

  test.each([
    [50, 'too many requests, please wait about 1 minute'],
    [1500, 'too many requests, please wait about 25 minutes'],
    [40_000, 'you have reached the limit of today, please try again tomorrow'],
  ])('beyond a bound that ends in %i s says when the next one can be sent', async (seconds, text) => {
    const { user, box } = await startChat();
    server.use(
      http.post('*/api/chat/send-message', () =>
        HttpResponse.json(
          { message: 'REQUEST_LIMIT_1MIN' },
          { status: 429, headers: { 'Retry-After': String(seconds) } },
        ),
      ),
    );
    await user.type(box, 'Hello{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  test('what is being written and what is on its way outlive the panel', async () => {
    const { user, box, unmount } = await startChat();
    await user.type(box, 'half a sen');
    unmount();
    renderWithProviders(<ChatWidget onClose={vi.fn()} />);
    expect(((await screen.findByRole('textbox')) as HTMLTextAreaElement).value).toBe('half a sen');
  });

  test('tells the other side that something is written here, at most every three seconds', async () => {
    const { user, box, socket } = await startChat();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    await user.type(box, 'Hello');
    const typed = () => socket.received.filter(({ event }) => event === 'typing').map(({ data }) => data);
    expect(typed()).toEqual([{ isTyping: true }]);
    now.mockRestore();
    act(() => box.blur());
    expect(typed()).toEqual([{ isTyping: true }, { isTyping: false }]);
  });
});

describe('a file', () => {
  const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const fileOf = (name: string, type: string, size = 10) => {
    const file = new File(['x'.repeat(10)], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };
  const pick = (file: File) => fireEvent.change(picker(), { target: { files: [file] } });
  const MB = 1024 * 1024;

  beforeEach(() => {
    URL.createObjectURL = vi.fn(() => 'blob:own');
    URL.revokeObjectURL = vi.fn();
  });

  test.each([
    [fileOf('notes.pdf', 'application/pdf'), 'File is not supported'],
    [fileOf('photo', 'image/png'), 'File is not supported'],
    [fileOf('page.svg', 'image/svg+xml'), 'File is not supported'],
    [fileOf('photo.png', 'image/png', 10 * MB + 1), 'The file is too large. Please select file no larger than 10 MB.'],
    [
      fileOf('clip.mov', 'video/quicktime', 20 * MB + 1),
      'The file is too large. Please select file no larger than 20 MB.',
    ],
  ])('%o is refused with a word that goes after four seconds', async (file, text) => {
    const { chat } = await startChat();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    pick(file);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(screen.queryByRole('alert')).toBeNull();
    vi.useRealTimers();
    expect(chat.sent).toHaveLength(0);
  });

  test.each([
    [fileOf('photo.JPG', 'image/jpeg', 10 * MB), 'image', 'upload-image'],
    [fileOf('clip.mp4', 'video/mp4', 20 * MB), 'video', 'upload-video'],
  ])('%o is uploaded, then sent as a message', async (file, kind, call) => {
    const { chat } = await startChat();
    const uploaded = vi.fn(() => HttpResponse.json({ path: `media/chat/1.${kind}` }));
    server.use(http.post(`*/api/chat/${call}`, uploaded));
    pick(file);
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(chat.sent[0]?.message).toEqual({
      message_type: 'media',
      payload: { message: file.name, name: file.name, url: true, fileType: kind, filePath: `media/chat/1.${kind}` },
    });
    expect(uploaded).toHaveBeenCalledOnce();
    await waitFor(() => expect(row(/\d\d:\d\d/ as unknown as string).getByRole('img', { name: 'Sent' })).toBeTruthy());
  });

  test('of a GIF the first image is uploaded, as PNG: the server takes no other kind', async () => {
    const { chat } = await startChat();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 80, height: 64, close: () => undefined }));
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
      done(new Blob(['png'], { type })),
    );
    const uploaded: string[] = [];
    server.use(
      http.post('*/api/chat/upload-image', async ({ request }) => {
        uploaded.push(/Content-Type: (.*)/.exec(await request.text())?.[1] ?? 'none');
        return HttpResponse.json({ path: 'media/chat/1.png' });
      }),
    );
    pick(fileOf('dance.gif', 'image/gif'));
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(chat.sent[0]?.message.payload).toMatchObject({ name: 'dance.gif', filePath: 'media/chat/1.png' });
    expect(uploaded).toEqual(['image/png']);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('that is not what its name says is refused in words about files, and can be taken away', async () => {
    const { user } = await startChat();
    server.use(
      http.post('*/api/chat/upload-image', () => HttpResponse.json({ message: 'KEY_INVALID' }, { status: 400 })),
    );
    pick(fileOf('photo.png', 'image/png'));
    expect((await screen.findByRole('alert')).textContent).toBe('File is not supported');
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText('Not sent')).toBeNull();
  });

  test('shows how far it is; one that failed is read and sent again, and not uploaded twice', async () => {
    const { user, chat } = await startChat();
    let uploads = 0;
    server.use(
      http.post('*/api/chat/upload-image', () => {
        uploads += 1;
        return uploads === 1 ? HttpResponse.error() : HttpResponse.json({ path: 'media/chat/1.png' });
      }),
      http.post('*/api/chat/send-message', () => HttpResponse.error(), { once: true }),
    );
    pick(fileOf('photo.png', 'image/png'));
    expect(await screen.findByRole('progressbar', { name: 'Uploading photo.png' })).toBeTruthy();
    const again = async () => user.click(await screen.findByRole('button', { name: 'Send again' }));
    await again();
    await waitFor(() => expect(uploads).toBe(2));
    await again();
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(uploads).toBe(2);
    expect(screen.queryByText('Not sent')).toBeNull();
  });
});

describe('a guest', () => {
  test('talks under an id that is kept on the device', async () => {
    clearSession();
    const { user, box, socket, chat } = await startChat();
    const guestId = getGuestId();
    expect(socket.received[0]).toEqual({ event: 'join', data: { room: `krapao-${guestId}`, guestId } });
    await user.type(box, 'Hello{Enter}');
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(chat.sent[0]).toMatchObject({ guestId });
    expect(chat.histories[0]).toEqual({ guestId, limit: 10, skip: 0 });
  });

  test('whose id the server no longer takes gets another', async () => {
    clearSession();
    const dead = keepGuestId();
    const { socket, box } = await startChat((chat) => {
      server.use(
        http.post<never, ChatHistoryRequest>('*/api/chat/history', async ({ request }) => {
          const asked = await request.json();
          if (asked.guestId === dead) return HttpResponse.json({ message: 'UNAUTHORIZED' }, { status: 401 });
          return HttpResponse.json(chat.history(asked));
        }),
      );
    });
    expect(box).toBeTruthy();
    await waitFor(() => expect(getGuestId()).not.toBe(dead));
    await waitFor(() => expect(socket.received.at(-1)?.data).toMatchObject({ guestId: getGuestId() }));
  });

  test('who logs in finds what waited, and it is sent in the talk that they continue', async () => {
    clearSession();
    const tried = vi.fn(() => HttpResponse.error());
    const { user, box, chat, unmount } = await startChat((chat) => {
      chat.say('Hello');
      server.use(http.post('*/api/chat/send-message', tried));
    });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.type(box, 'I wait{Enter}');
    await waitFor(() => expect(tried).toHaveBeenCalled());
    await act(() => new Promise((done) => setTimeout(done, 100)));
    unmount();
    vi.restoreAllMocks();
    act(() => setToken('somchai', { remember: false }));
    server.use(...chat.handlers());
    layOut();
    renderWithProviders(<ChatWidget onClose={vi.fn()} />);
    await waitFor(() => expect(textsOf(chat.stored)).toContain('I wait'));
    await waitFor(() => expect(row('I wait').getByRole('img', { name: 'Sent' })).toBeTruthy());
    expect(chat.sent).toHaveLength(1);
    expect(chat.sent[0]).not.toHaveProperty('guestId');
  });
});
