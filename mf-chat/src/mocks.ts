import { delay, http, ws } from 'msw';
import { setupWorker } from 'msw/browser';
import type { ChatMessage } from './api/gen/model';
import {
  getGetSiteSettingsMockHandler,
  getGetSiteSettingsResponseMock,
  getKrapaoMemberPortalMock,
} from './api/gen/portal.msw';
import { ChatServer } from './testing/chat-server';

/** What the other side answers, one after the other: every kind of message. */
const ANSWERS: ChatMessage[] = [
  {
    message_type: 'quick_replies',
    payload: {
      message: 'Hello! How can we help?',
      buttons: ['Deposit', 'Withdraw', 'Bonus', 'Talk to a person'].map((title) => ({
        type: 'postback',
        title,
        payload: title,
      })),
    },
  },
  {
    message_type: 'generic',
    payloads: [
      {
        title: 'QR code',
        subtitle: 'Scan it, and the money arrives within 1 minute',
        buttons: [{ type: 'postback', title: 'It has not arrived', payload: 'NOT_ARRIVED' }],
      },
      {
        title: 'Bank transfer',
        subtitle: 'From your registered account only; send the slip within 1 hour',
        buttons: [{ type: 'web', title: 'How to', payload: 'https://krapao.example/howto' }],
      },
    ],
  },
  {
    message_type: 'buttons',
    payload: {
      message: 'The history shows how far it is. If it takes longer than 5 minutes, talk to a person.',
      buttons: [
        { type: 'postback', title: 'Talk to a person', payload: 'AGENT' },
        { type: 'call', title: 'Call us', payload: '021234567' },
      ],
    },
  },
  {
    message_type: 'text',
    payload: { message: 'A person is with you in a moment. Meanwhile: https://krapao.example/help' },
  },
];

/** A conversation of the past days, long enough to scroll. */
function pastConversation(): ChatServer {
  const chat = new ChatServer();
  const start = Date.now() - 2 * 86_400_000;
  chat.now = () => new Date(Math.min(Date.now(), start + chat.stored.length * 4_000_000)).toISOString();
  for (let index = 0; index < 36; index++) {
    chat.session = `session-${Math.floor(index / 12)}`;
    const ours = index % 3 === 1;
    chat.say(ours ? 'I have sent it just now.' : 'Please send us the slip of your transfer.', {
      sender: ours ? 'customer' : index % 2 ? 'bot' : 'admin',
      name: ours ? 'Somchai' : index % 2 ? 'Krapao' : 'Nok',
    });
  }
  return chat;
}

/** Answers this application's calls, and its socket, with a conversation; the sandbox starts it, nothing else does. */
export const start = () => {
  const chat = pastConversation();
  const socket = ws.link(/\/api\/chat\/socket$/);
  const say = (frame: unknown) => socket.broadcast(JSON.stringify(frame));
  let turn = 0;
  chat.onStored = async (item) => {
    say({ event: 'messaging', data: item });
    if (item.sender !== 'customer') return;
    await delay(700);
    say({ event: 'typing', data: { isTyping: true, sender: 'admin' } });
    await delay(1400);
    const message = ANSWERS[turn++ % ANSWERS.length];
    if (message) chat.store({ message });
  };
  const connection = socket.addEventListener('connection', ({ client }) =>
    client.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as { event: string; data: { room?: string } };
      if (frame.event === 'ping') client.send(JSON.stringify({ event: 'pong', data: {} }));
      if (frame.event !== 'join') return;
      client.send(
        JSON.stringify({ event: 'joined', data: { room: frame.data.room, seq: chat.stored.length, unread: 0 } }),
      );
      client.send(JSON.stringify({ event: 'presence', data: { isOpen: true, isOnline: true } }));
    }),
  );
  const settings = getGetSiteSettingsMockHandler({ ...getGetSiteSettingsResponseMock(), chatSocket: null });
  const media = http.get('*/media/chat/*', () => new Response(null, { status: 404 }));
  return setupWorker(connection, settings, media, ...chat.handlers(), ...getKrapaoMemberPortalMock()).start({
    onUnhandledFrame: 'bypass',
    quiet: true,
  });
};
