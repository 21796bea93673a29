import { setToken } from '@krapao/kit/session';
import { expectAccessible } from '@krapao/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatItem, ChatMessage } from '../../api/gen/model';
import { startChat } from '../../testing/open-chat';

beforeEach(() => setToken('somchai', { remember: false }));

describe('kinds of messages', () => {
  const show = async (message: ChatMessage, item: Partial<ChatItem> = {}) => {
    const opened = await startChat((chat) => chat.store({ message, ...item }));
    await screen.findByRole('log');
    return opened;
  };

  test('buttons lead where they say, call, or send back once what they stand for', async () => {
    const { user, chat } = await show({
      message_type: 'buttons',
      payload: {
        message: 'Choose',
        buttons: [
          { type: 'web', title: 'Rules', payload: 'https://krapao.example/rules' },
          { type: 'call', title: 'Call us', payload: '02-123 4567' },
          { type: 'postback', title: 'Talk to a person', payload: 'AGENT' },
          { type: 'other', title: 'Who knows', payload: 'x' },
          { type: 'web', title: 'Trap', payload: 'javascript:alert(1)' },
        ],
      },
    });
    const links = screen
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
    expect(links).toEqual([
      ['Rules', 'https://krapao.example/rules', 'noopener noreferrer nofollow'],
      ['Call us', 'tel:021234567', null],
    ]);
    const person = screen.getByRole('button', { name: 'Talk to a person' });
    // Two taps at the same moment, however slow the machine is.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    await user.dblClick(person);
    now.mockRestore();
    await waitFor(() => expect(chat.sent).toHaveLength(1));
    expect(chat.sent[0]?.message).toEqual({
      message_type: 'postback',
      payload: { title: 'Talk to a person', message: '{"title":"Talk to a person","payload":"AGENT"}' },
    });
    expect(screen.getAllByText('Talk to a person')).toHaveLength(2);
    await expectAccessible();
  });

  test('quick replies are on the last message only', async () => {
    const buttons = [{ type: 'postback' as const, title: 'Deposit', payload: 'DEPOSIT' }];
    const { user, chat } = await show({
      message_type: 'quick_replies',
      payload: { message: 'How can we help?', buttons },
    });
    await user.click(screen.getByRole('button', { name: 'Deposit' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Deposit' })).toBeNull());
    expect(screen.getByText('How can we help?')).toBeTruthy();
    // The keyboard keeps its place in the chat.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log')));
    await waitFor(() => expect(chat.sent).toHaveLength(1));
  });

  test('cards have a picture of ours, a title, a smaller text and buttons', async () => {
    await show({
      message_type: 'generic',
      payloads: [
        {
          title: 'How to deposit',
          subtitle: 'Three ways',
          image_url: 'media/chat/card-1.webp',
          buttons: [{ type: 'postback', title: 'Show me', payload: 'DEPOSIT' }],
        },
        { title: 'Elsewhere', image_url: 'https://elsewhere.example/x.png' },
      ],
    });
    const cards = within(screen.getByRole('list', { name: '2 cards' }));
    expect(cards.getByText('How to deposit')).toBeTruthy();
    expect(cards.getByText('Three ways')).toBeTruthy();
    expect(cards.getByRole('button', { name: 'Show me' })).toBeTruthy();
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/media/chat/card-1.webp',
    ]);
    await expectAccessible();
  });

  test.each([
    [{ title: 'Deposit', message: 'DEPOSIT' }, 'Deposit'],
    [{ message: '{"title":"Withdraw","payload":"W"}' }, 'Withdraw'],
    [{ message: 'plain' }, 'plain'],
  ])('a postback %o is called %s', async (payload, text) => {
    await show({ message_type: 'postback', payload }, { sender: 'customer' });
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('a picture opens large, a film plays in place, another file can be loaded down', async () => {
    const media = (fileType: 'image' | 'video' | 'file', name: string): { message: ChatMessage } => ({
      message: {
        message_type: 'media',
        payload: { message: name, fileType, url: true, filePath: `media/chat/${name}` },
      },
    });
    const { user } = await startChat((chat) => {
      chat.store(media('image', 'photo.jpg'));
      chat.store(media('video', 'clip.mp4'));
      chat.store(media('file', 'terms.pdf'));
    });
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/media/chat/clip.mp4');
    expect(screen.getByRole('link', { name: 'terms.pdf' }).getAttribute('href')).toBe('/media/chat/terms.pdf');
    await user.click(screen.getByRole('button', { name: 'Image: photo.jpg' }));
    expect(within(await screen.findByRole('dialog', { name: 'photo.jpg' })).getByRole('img')).toBeTruthy();
    fireEvent.error(screen.getAllByRole('img', { name: 'Image: photo.jpg', hidden: true })[0] as HTMLElement);
    expect(await screen.findByText('photo.jpg cannot be shown')).toBeTruthy();
  });

  test('a text is shown as text, and only its https addresses can be followed', async () => {
    await show({
      message_type: 'text',
      payload: { message: 'See https://krapao.example/a?b=1, not http://x.example or javascript:alert(1) <b>bold</b>' },
    });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://krapao.example/a?b=1',
    ]);
    expect(screen.getByText(/<b>bold<\/b>/)).toBeTruthy();
  });

  test('a kind that nobody knows shows its words', async () => {
    await show({ message_type: 'sticker' as 'other', payload: { message: 'A sticker' } });
    expect(screen.getByText('A sticker')).toBeTruthy();
  });
});

describe('script in a message', () => {
  const PAYLOADS = [
    '<img src=x onerror="window.ran=1">',
    '<script>window.ran=1</script>',
    '<svg onload="window.ran=1">',
    'javascript:window.ran=1',
    'https://x"onmouseover="window.ran=1',
    'data:text/html,<script>window.ran=1</script>',
    '"><iframe srcdoc="<script>parent.ran=1</script>">',
    '../../api/logout?x=',
    'media/../api/x.png',
    '//evil.example/x.png',
  ];
  const messagesOf = (evil: string): ChatMessage[] => {
    const buttons = (['web', 'call', 'postback', 'other'] as const).map((type) => ({
      type,
      title: evil,
      payload: evil,
    }));
    const media = (['image', 'video', 'file'] as const).map(
      (fileType): ChatMessage => ({
        message_type: 'media',
        payload: { message: evil, name: evil, url: true, fileType, filePath: evil },
      }),
    );
    return [
      { message_type: 'text', payload: { message: evil } },
      { message_type: 'buttons', payload: { message: evil, buttons } },
      { message_type: 'generic', payloads: [{ title: evil, subtitle: evil, image_url: evil, buttons }] },
      { message_type: 'postback', payload: { message: evil } },
      { message_type: 'postback', payload: { title: evil, message: JSON.stringify({ title: evil }) } },
      { message_type: 'other', payload: { message: evil } },
      ...media,
      { message_type: 'quick_replies', payload: { message: evil, buttons } },
    ];
  };

  test.each(PAYLOADS)('%s runs nowhere and leads nowhere', async (evil) => {
    await startChat((chat) => {
      for (const message of messagesOf(evil)) chat.store({ message, name: evil });
    });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10));
    const log = screen.getByRole('log');
    expect(log.querySelectorAll('script, iframe, object, embed, [onerror], [onload], [onmouseover]')).toHaveLength(0);
    for (const element of log.querySelectorAll('[href], [src]')) {
      const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      expect(address).toMatch(/^(https:\/\/|tel:\+?\d+$|\/media\/(?!.*\.\.))/);
    }
    expect('ran' in window).toBe(false);
  });
});
