import { expect, test } from 'vitest';
import { purify } from './purify';

/** Where the links and pictures of sanitised HTML lead. */
function places(html: string): string[] {
  const page = document.createElement('div');
  page.innerHTML = String(purify(html));
  return [...page.querySelectorAll('[href],[src]')].map(
    (node) => new URL(node.getAttribute('href') ?? node.getAttribute('src') ?? '', window.location.href).href,
  );
}

test.each([
  ['a backslash', '<a href="/\\evil.example">x</a>'],
  ['two slashes', '<a href="//evil.example">x</a>'],
  ['a tab between slashes', '<a href="/\t/evil.example">x</a>'],
  ['a line break between slashes', '<a href="/&#10;/evil.example">x</a>'],
  ['a tab and a backslash', '<a href="/&#9;\\evil.example">x</a>'],
  ['a space before', '<a href=" //evil.example">x</a>'],
  ['backslashes only', '<a href="\\\\evil.example">x</a>'],
  ['an area', '<map><area href="https://evil.example" alt="x" shape="default"></map>'],
  ['an area with a backslash', '<map><area href="/\\evil.example" alt="x" shape="default"></map>'],
  ['a picture', '<img src="/\\evil.example/x.png">'],
  ['a picture with a tab', '<img src="/\t/evil.example/x.png">'],
  ['a name before the host', '<a href="https://bank.example@evil.example/">x</a>'],
  ['a password too', '<a href="https://a:b@evil.example/">x</a>'],
])('what looks like our own address leads to no other site: %s', (_, html) => {
  expect(places(html)).toEqual([]);
});

test.each([
  ['our own page', '<a href="/user/home?tab=1#x">x</a>', '/user/home?tab=1#x'],
  ['a part of the page', '<a href="#terms">x</a>', '/#terms'],
  ['our own picture', '<img src="/media/x.png">', '/media/x.png'],
])('our own addresses stay: %s', (_, html, place) => {
  expect(places(html)).toEqual([new URL(place, window.location.href).href]);
});

test('a link to another site says so, and opens in a tab of its own', () => {
  expect(String(purify('<a href="https://example.com/a">x</a>'))).toBe(
    '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">x</a>',
  );
});

test('telephone and mail stay', () => {
  expect(places('<a href="tel:021234567">x</a><a href="mailto:a@b.example">y</a>')).toEqual([
    'tel:021234567',
    'mailto:a@b.example',
  ]);
});
