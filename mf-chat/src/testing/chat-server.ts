import { HttpResponse, http } from 'msw';
import type { ChatHistoryRequest, ChatItem, ChatMessage, ChatSendRequest } from '../api/gen/model';

const DAY = '2026-03-09';

/** A conversation as the server keeps it, for tests and the sandbox. */
export class ChatServer {
  readonly stored: ChatItem[] = [];
  /** What the page sent, with every repetition. */
  readonly sent: ChatSendRequest[] = [];
  readonly histories: ChatHistoryRequest[] = [];
  reads = 0;
  session = 'session-1';
  /** Told of every message that is stored. */
  onStored: (item: ChatItem) => void = () => undefined;
  /** Says when a message is stored; one minute apart unless told. */
  now = () => `${DAY}T09:${String(this.stored.length % 60).padStart(2, '0')}:00+07:00`;

  /** Stores a message and tells of it. */
  store(item: Partial<ChatItem> & { message: ChatMessage }, { quiet = false } = {}): ChatItem {
    const seq = this.stored.length + 1;
    const whole: ChatItem = {
      _id: `message-${String(seq).padStart(4, '0')}`,
      seq,
      sender: 'bot',
      name: 'Krapao',
      session_id: this.session,
      createdAt: this.now(),
      ...item,
    };
    this.stored.push(whole);
    if (!quiet) this.onStored(whole);
    return whole;
  }

  /** Stores a text of the other side. */
  say(text: string, item: Partial<ChatItem> = {}): ChatItem {
    return this.store({ message: { message_type: 'text', payload: { message: text } }, ...item });
  }

  history({ limit, skip, after }: ChatHistoryRequest): ChatItem[] {
    const from = after ? this.stored.findIndex(({ _id }) => _id === after) + 1 : undefined;
    const end = this.stored.length - skip;
    const page =
      from === undefined
        ? this.stored.slice(Math.max(0, end - limit), Math.max(0, end))
        : this.stored.slice(from, from + limit);
    return [...page].reverse();
  }

  /** Stores what the page sent, once for an id. */
  take(request: ChatSendRequest): ChatItem {
    this.sent.push(request);
    const known = this.stored.find(({ _id }) => _id === request._id);
    return (
      known ?? this.store({ _id: request._id ?? 'none', sender: 'customer', name: 'You', message: request.message })
    );
  }

  /** The calls of a conversation, answered from here. */
  handlers() {
    return [
      http.post<never, ChatHistoryRequest>('*/api/chat/history', async ({ request }) => {
        const asked = await request.json();
        this.histories.push(asked);
        return HttpResponse.json(this.history(asked));
      }),
      http.post<never, ChatSendRequest>('*/api/chat/send-message', async ({ request }) =>
        HttpResponse.json(this.take(await request.json()).createdAt),
      ),
      http.put('*/api/chat/read-customer/', () => {
        this.reads += 1;
        return HttpResponse.json({ message: 'SUCCESS' });
      }),
    ];
  }
}
