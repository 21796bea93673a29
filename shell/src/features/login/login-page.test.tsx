import { registerForcedExit } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { LoginRequest } from '../../api/gen/model';
import { refuse, server } from '../../testing/server';
import { Where } from '../../testing/where';
import LoginPage from './login-page';

function open(route = '/login') {
  return renderWithProviders(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    { route },
  );
}

async function logIn({ user }: ReturnType<typeof open>) {
  await user.type(screen.getByLabelText('Phone number'), '081-234 5678');
  await user.type(screen.getByLabelText('Password'), 'password1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

it('a member logs in and lands on their home; the token ends with the browser session', async () => {
  await logIn(open());
  expect((await screen.findByLabelText('where')).textContent).toBe('/user');
  expect(window.sessionStorage.getItem('token')).not.toBeNull();
  expect(window.localStorage.getItem('token')).toBeNull();
});

it('a member who asks to be remembered stays logged in on this device', async () => {
  const sent = vi.fn<(body: LoginRequest) => void>();
  server.use(
    http.post('*/api/login', async ({ request }) => {
      sent((await request.json()) as LoginRequest);
      return HttpResponse.json({ token: 'abc', expiresAt: '2025-12-21T11:40:00+07:00' });
    }),
  );
  const page = open();
  await page.user.click(screen.getByLabelText('Remember me on this device'));
  await logIn(page);
  await screen.findByLabelText('where');
  expect(sent).toHaveBeenCalledWith({ username: '0812345678', password: 'password1', isRemember: true });
  expect(window.localStorage.getItem('token')).toBe('abc');
});

it('goes on to the member page that was asked for', async () => {
  await logIn(open('/login?nextUrl=%2Fuser%2Fstatement%3Fpage%3D2'));
  expect((await screen.findByLabelText('where')).textContent).toBe('/user/statement?page=2');
});

it('asks for both fields before anything is sent, and takes the focus there', async () => {
  refuse('post', '/api/login', 'LOGIN_FAIL', { status: 500 });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Enter your phone number')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone number')));
  await user.keyboard('0812345678{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  expect(screen.getByText('Enter your password')).toBeTruthy();
  expect(screen.queryByText(/unable to login/i)).toBeNull();
});

it('says what was wrong, and typing clears it', async () => {
  refuse('post', '/api/login', 'WRONG_CREDENTIAL', { status: 401 });
  const page = open();
  await logIn(page);
  const alert = await screen.findByText('incorrect phone number/password');
  await page.user.type(screen.getByLabelText('Password'), '2');
  expect(alert.isConnected).toBe(false);
});

it('where an account is guessed at, an unknown device confirms the number and is logged in', async () => {
  let confirmed = false;
  server.use(
    http.post('*/api/login', () =>
      confirmed
        ? HttpResponse.json({ token: 'abc', expiresAt: '2025-12-21T11:40:00+07:00' })
        : HttpResponse.json({ message: 'UNVERIFIED_OTP', requestId: 'r' }, { status: 403 }),
    ),
    http.post('*/api/otp/verify', () => {
      confirmed = true;
      return HttpResponse.json({ message: 'OTP_CODE_VALID' });
    }),
  );
  const page = open();
  await logIn(page);
  await page.user.type(await screen.findByLabelText('6-digit OTP code'), '123456');
  expect((await screen.findByLabelText('where')).textContent).toBe('/user');
});

it('a rate limit says for how long, and opens again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  refuse('post', '/api/login', 'REQUEST_LIMIT_1MIN', { status: 429, headers: { 'Retry-After': '42' } });
  await logIn(open());
  expect((await screen.findByRole('timer')).textContent).toBe('00:42');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });
  expect(submit.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(43_000));
  await waitFor(() => expect(submit.disabled).toBe(false));
  vi.useRealTimers();
});

it('a site that was shut down leads away from the login', async () => {
  server.use(http.get('*/api/lookup/active', () => HttpResponse.json({ terminated: 'gone' })));
  const leave = vi.fn();
  const undo = registerForcedExit(leave);
  open();
  await waitFor(() => expect(leave).toHaveBeenCalledWith('terminated', 'gone'));
  undo();
});

it('password managers find the user name and the password', () => {
  open();
  expect(screen.getByLabelText('Phone number').getAttribute('autocomplete')).toBe('username');
  expect(screen.getByLabelText('Phone number').getAttribute('inputmode')).toBe('tel');
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
});

it('the login is accessible', async () => {
  open();
  await screen.findByText('Welcome back');
  await expectAccessible();
});
