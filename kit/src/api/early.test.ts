import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession, setToken } from '../session';
import { askEarly } from './early';
import { request } from './request';

const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  sent.mockReset();
  sent.mockImplementation((url) =>
    Promise.resolve(new Response(JSON.stringify({ from: url, call: sent.mock.calls.length }))),
  );
  vi.stubGlobal('fetch', sent);
  localStorage.clear();
  clearSession();
  document.documentElement.lang = 'th';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('what was asked for early answers the first call, and no second one', async () => {
  setToken('mine', { remember: true });
  askEarly({ anyone: [], member: ['/api/wallet'] });
  expect(new Headers(sent.mock.calls[0]?.[1]?.headers).get('Authorization')).toBe('Bearer mine');
  await expect(request('/api/wallet')).resolves.toEqual({ from: '/api/wallet', call: 1 });
  expect(sent).toHaveBeenCalledTimes(1);
  await request('/api/wallet');
  expect(sent).toHaveBeenCalledTimes(2);
});

it('an answer that waited for more than 5 s is asked for anew, one that was long on its way is not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  askEarly({ anyone: ['/api/lookup/site'], member: [] });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  vi.setSystemTime(Date.now() + 5001);
  await expect(request('/api/lookup/site')).resolves.toEqual({ from: '/api/lookup/site', call: 2 });
  let arrive = (_: Response) => {};
  sent.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  askEarly({ anyone: ['/api/lookup/site'], member: [] });
  vi.setSystemTime(Date.now() + 20_000);
  const waiting = request('/api/lookup/site');
  arrive(new Response('{"late":true}'));
  await expect(waiting).resolves.toEqual({ late: true });
  expect(sent).toHaveBeenCalledTimes(3);
});

it('is not given to another member, to another call, nor after half a minute without an answer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setToken('mine', { remember: true });
  askEarly({ anyone: ['/api/lookup/site'], member: ['/api/wallet'] });
  await request('/api/wallet', { method: 'POST' });
  expect(sent).toHaveBeenCalledTimes(3);
  setToken('theirs', { remember: true });
  await request('/api/wallet');
  expect(sent).toHaveBeenCalledTimes(4);
  setToken('mine', { remember: true });
  vi.setSystemTime(Date.now() + 31_000);
  await request('/api/lookup/site');
  expect(sent).toHaveBeenCalledTimes(5);
});

it('is asked again where it did not reach the server, and given up with its caller', async () => {
  sent.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
  askEarly({ anyone: ['/api/lookup/site'], member: ['/api/wallet'] });
  await expect(request('/api/lookup/site')).resolves.toEqual({ from: '/api/lookup/site', call: 2 });
  sent.mockImplementationOnce(() => new Promise(() => undefined));
  askEarly({ anyone: ['/api/lookup/site'], member: ['/api/wallet'] });
  const caller = new AbortController();
  const waiting = request('/api/lookup/site', { signal: caller.signal });
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('asks nothing in a language that the member did not choose', () => {
  localStorage.setItem('locale', 'la');
  askEarly({ anyone: ['/api/lookup/site'], member: ['/api/wallet'] });
  expect(sent).not.toHaveBeenCalled();
  clearSession();
  document.documentElement.lang = 'lo';
  askEarly({ anyone: ['/api/lookup/site'], member: ['/api/wallet'] });
  expect(sent).toHaveBeenCalledTimes(1);
});
