import { expect, it } from 'vitest';
import { safeNextUrl } from './next-url';

it.each(['/user', '/user/statement', '/user/bonus?code=A%20B', '/user/home#top'])(
  'goes on to the member page %s',
  (wanted) => {
    expect(safeNextUrl(wanted)).toBe(wanted);
  },
);

it.each([
  null,
  '',
  '/',
  '/login',
  '/username',
  '/user/../login',
  '/user/%2e%2e/login',
  '/user\\..\\..\\evil',
  '//evil.example/user',
  'https://evil.example/user',
  'javascript:alert(1)',
  'user/home',
  ' /user/home',
])('refuses %s and goes home', (wanted) => {
  expect(safeNextUrl(wanted)).toBe('/user');
});
