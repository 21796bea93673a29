import { getToken, setToken } from '@krapao/kit/session';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/server';
import { leaveSession, requireMember } from './guard';

beforeEach(() => sessionStorage.clear());

test('a visitor who opens a member screen is sent to the login, which is told where they wanted to go', () => {
  const answer = requireMember({ request: new Request('https://wallet.example/user/statement?page=2') });
  expect(answer?.status).toBe(302);
  expect(answer?.headers.get('Location')).toBe('/login?nextUrl=%2Fuser%2Fstatement%3Fpage%3D2');
});

test('a member passes', () => {
  setToken('token', { remember: false });
  expect(requireMember({ request: new Request('https://wallet.example/user/home') })).toBeNull();
});

test('whoever opens a public screen is logged out, and the server is told to end the session', async () => {
  const ended = vi.fn();
  server.use(
    http.post('*/api/logout', ({ request }) => {
      ended(request.headers.get('Authorization'));
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  setToken('token', { remember: false });
  leaveSession();
  expect(getToken()).toBeNull();
  await vi.waitFor(() => expect(ended.mock.calls).toEqual([['Bearer token']]));
});
