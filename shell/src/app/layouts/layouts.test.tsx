import { clearSession, forgetGuestId, getToken, keepGuestId, setToken } from '@krapao/kit/session';
import { expectAccessible, mockSocket, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { getGetEnableChatWidgetMockHandler } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import { Where } from '../../testing/where';
import { MemberLayout } from './member-layout';
import { PublicLayout } from './public-layout';

function open(route: string) {
  return renderWithProviders(
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="/login" element={<Where />} />
        <Route path="/howto" element={<Where />} />
        <Route path="/contact" element={<Where />} />
      </Route>
      <Route element={<MemberLayout />}>
        <Route path="/user/*" element={<Where />} />
      </Route>
    </Routes>,
    { route },
  );
}

function openAsMember(route: string) {
  setToken('abc', { remember: false });
  return open(route);
}

afterEach(() => vi.useRealTimers());

it('the public menu has four places and marks the present one', async () => {
  open('/howto');
  const links = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/login'],
    ['Register', '/register'],
    ['How to use', '/howto'],
    ['Contact', '/contact'],
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual([
    'How to use',
  ]);
  await waitFor(() => expect(document.title).toBe('How to use · Krapao'));
});

it('a new screen starts with the focus in its content, the first one where the browser puts it', async () => {
  const { user } = open('/howto');
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it("the credit line leads to the operator's website", async () => {
  open('/login');
  const link = await screen.findByRole('link', { name: 'example.com' });
  expect(link.getAttribute('href')).toBe('https://www.example.com');
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('the member menu has four places and home; the conditions open over the screen', async () => {
  const { user } = openAsMember('/user/statement');
  const menu = within(screen.getByRole('navigation'));
  expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/user/profile',
    '/user/home',
    '/user/statement',
    '/user/contact',
  ]);
  expect(menu.getByRole('link', { name: 'Transaction history' }).getAttribute('aria-current')).toBe('page');
  await user.click(menu.getByRole('button', { name: 'Conditions' }));
  const dialog = await screen.findByRole('dialog', { name: 'Conditions' });
  expect(await within(dialog).findByText('One membership per person.')).toBeTruthy();
  expect(screen.getByLabelText('where').textContent).toBe('/user/statement');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('conditions that cannot be loaded can be asked for again', async () => {
  refuse('get', '/api/lookup/conditions', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const { user } = openAsMember('/user/home');
  await user.click(screen.getByRole('button', { name: 'Conditions' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await user.click(retry);
  expect(await screen.findByText('One membership per person.')).toBeTruthy();
});

it('the logout has the server end the session, takes 200 ms, and leads to the login', async () => {
  const ended = vi.fn();
  server.use(
    http.post('*/api/logout', ({ request }) => {
      ended(request.headers.get('Authorization'));
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  openAsMember('/user/home');
  const began = performance.now();
  screen.getByRole('button', { name: 'Log out' }).click();
  await waitFor(() => expect(getToken()).toBeNull());
  expect(performance.now() - began).toBeGreaterThanOrEqual(190);
  expect(ended.mock.calls).toEqual([['Bearer abc']]);
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
  expect(screen.queryByText(/We could not reach the server/)).toBeNull();
});

it('a logout that the server does not answer is one of this device, and says so', async () => {
  server.use(http.post('*/api/logout', () => HttpResponse.error()));
  openAsMember('/user/home');
  screen.getByRole('button', { name: 'Log out' }).click();
  await waitFor(() => expect(getToken()).toBeNull());
  expect(await screen.findByText(/You are logged out on this device. We could not reach the server/)).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
});

it('a logout does not wait for a server that is silent, and says so once it is certain', async () => {
  let hangUp = () => {};
  server.use(
    http.post('*/api/logout', async () => {
      await new Promise<void>((resolve) => {
        hangUp = resolve;
      });
      return HttpResponse.error();
    }),
  );
  openAsMember('/user/home');
  screen.getByRole('button', { name: 'Log out' }).click();
  await waitFor(() => expect(getToken()).toBeNull());
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
  // It would be said at once if the 5 s were over that the server has for its answer.
  expect(screen.queryByText(/We could not reach the server/)).toBeNull();
  hangUp();
  expect(await screen.findByText(/You are logged out on this device. We could not reach the server/)).toBeTruthy();
});

it('who logs in after a logout that the server did not answer is not told of it', async () => {
  const answered = vi.fn();
  let hangUp = () => {};
  server.use(
    http.post('*/api/logout', async () => {
      await new Promise<void>((resolve) => {
        hangUp = resolve;
      });
      answered();
      return HttpResponse.error();
    }),
  );
  openAsMember('/user/home');
  screen.getByRole('button', { name: 'Log out' }).click();
  await waitFor(() => expect(getToken()).toBeNull());
  act(() => setToken('def', { remember: false }));
  hangUp();
  await waitFor(() => expect(answered).toHaveBeenCalled());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText(/We could not reach the server/)).toBeNull();
});

it('a session that ends elsewhere leaves the member screens, and nothing of the member stays in the cache', async () => {
  const { queryClient } = openAsMember('/user/home');
  queryClient.setQueryData(['/api/wallet'], { amount: 5 });
  act(() => clearSession());
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
  expect(queryClient.getQueryData(['/api/wallet'])).toBeUndefined();
});

it('another member who logs in elsewhere sees nothing of the one before', async () => {
  const { queryClient } = openAsMember('/user/home');
  queryClient.setQueryData(['/api/wallet'], { amount: 5 });
  act(() => setToken('def', { remember: false }));
  await waitFor(() => expect(queryClient.getQueryData(['/api/wallet'])).toBeUndefined());
  expect(screen.getByLabelText('where').textContent).toBe('/user/home');
});

it('the present language is disabled in the language menu', async () => {
  const { user } = openAsMember('/user/home');
  await user.click(screen.getByRole('button', { name: 'Language: English' }));
  const present = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'English' });
  expect(present.disabled).toBe(true);
});

it.each(['/login', '/user/home'])('the layout around %s is accessible', async (route) => {
  openAsMember(route);
  await waitFor(() => expect(document.title).toContain('Krapao'));
  await expectAccessible();
});

it.each([
  ['on', '/contact', true],
  ['on', '/howto', false],
  ['off', '/contact', false],
])('with the chat %s a guest on %s is offered it: %s', async (chat, route, offered) => {
  server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: chat === 'on' }));
  open(route);
  await screen.findByRole('link', { name: 'example.com' });
  if (offered) await screen.findByRole('button', { name: 'Chat with admin' });
  else await waitFor(() => expect(document.title).toContain('Krapao'));
  expect(screen.queryByRole('button', { name: 'Chat with admin' }) !== null).toBe(offered);
});

it.each([
  ['/contact', true],
  ['/user/home', true],
  ['/howto', false],
])('on %s there is room below the end of the screen, the credit line included, for what floats: %s', (route, room) => {
  openAsMember(route);
  const main = screen.getByRole('main');
  const column = main.parentElement as HTMLElement;
  expect(column.className.includes('below')).toBe(room);
  for (const end of screen.queryAllByRole('contentinfo')) expect(end.parentElement).toBe(column);
});

it('a guest who has talked before sees on the contact that an answer came; who has not opens no socket', async () => {
  const socket = mockSocket();
  socket.unread = 2;
  const { unmount } = open('/contact');
  await screen.findByRole('button', { name: 'Chat with admin' });
  expect(socket.dialled).toEqual([]);
  unmount();
  const guestId = keepGuestId();
  open('/contact');
  expect(await screen.findByRole('button', { name: /2 new messages/ })).toBeTruthy();
  expect(socket.received).toEqual([{ event: 'join', data: { room: `krapao-${guestId}`, guestId } }]);
  forgetGuestId();
});
