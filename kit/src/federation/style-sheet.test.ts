import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { styled } from './style-sheet';

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
const hrefs = () => links().map((link) => link.getAttribute('href'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const link of links()) link.remove();
});

test('it is over once every style sheet is there', async () => {
  let over = false;
  const done = styled('/a.css /b.css').then(() => {
    over = true;
  });
  expect(hrefs()).toEqual(['/a.css', '/b.css']);
  links()[0]?.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toBe(false);
  links()[1]?.dispatchEvent(new Event('load'));
  await done;
});

test('what the page has already is not linked again', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('href', '/a.css');
  Object.defineProperty(link, 'sheet', { value: {} });
  document.head.append(link);
  await styled('/a.css');
  expect(hrefs()).toEqual(['/a.css']);
});

test('what did not load is asked for three times', async () => {
  const failed = expect(styled('/a.css')).rejects.toThrow('/a.css did not load');
  for (let asked = 1; asked <= 3; asked += 1) {
    expect(hrefs()).toEqual(['/a.css']);
    links()[0]?.dispatchEvent(new Event('error'));
    expect(hrefs()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await failed;
});
