import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSeen } from './use-seen';

type Tell = (entries: { isIntersecting: boolean; target: Element }[]) => void;

let observers: Observer[];

class Observer {
  readonly watched = new Set<Element>();
  readonly margin: string;
  private readonly tell: Tell;

  constructor(tell: Tell, { rootMargin }: { rootMargin: string }) {
    this.tell = tell;
    this.margin = rootMargin;
    observers.push(this);
  }

  observe(element: Element) {
    this.watched.add(element);
    this.tell([{ isIntersecting: false, target: element }]);
  }

  unobserve(element: Element) {
    this.watched.delete(element);
  }

  disconnect() {
    this.watched.clear();
  }

  see(element: Element) {
    if (this.watched.has(element)) act(() => this.tell([{ isIntersecting: true, target: element }]));
  }
}

beforeEach(() => {
  observers = [];
  vi.stubGlobal('IntersectionObserver', Observer);
});

function Picture({ name }: { name: string }) {
  const [place, seen] = useSeen<HTMLSpanElement>();
  return <span ref={place}>{`${name} ${seen ? 'seen' : 'waits'}`}</span>;
}

const pictures = (...names: string[]) => names.map((name) => <Picture key={name} name={name} />);

const margins = () => observers.map(({ margin }) => margin);

test('at rest one observer watches all, without what the bar at the bottom covers; what was seen stays seen', () => {
  render(pictures('a', 'b'));
  expect(margins()).toEqual(['0px 0px -72px']);
  const first = screen.getByText('a waits');
  observers[0]?.see(first);
  expect(first.textContent).toBe('a seen');
  expect([...(observers[0]?.watched ?? [])]).toEqual([screen.getByText('b waits')]);
});

test('from the first scroll on another one watches what waits, and what comes later, a little ahead', () => {
  const { rerender } = render(pictures('a'));
  fireEvent.scroll(document);
  fireEvent.scroll(document);
  rerender(pictures('a', 'b'));
  expect(margins()).toEqual(['0px 0px -72px', '320px']);
  expect(observers[0]?.watched.size).toBe(0);
  observers[1]?.see(screen.getByText('b waits'));
  expect(screen.getByText('a waits')).toBeTruthy();
  observers[1]?.see(screen.getByText('a waits'));
  expect(screen.getByText('a seen')).toBeTruthy();
});

test('once nothing waits nothing is watched or listened to, and the next page is at rest again', () => {
  render(<Picture name="a" />);
  fireEvent.scroll(document);
  cleanup();
  fireEvent.scroll(document);
  expect(observers.map(({ watched }) => watched.size)).toEqual([0, 0]);
  render(<Picture name="b" />);
  expect(margins()).toEqual(['0px 0px -72px', '320px', '0px 0px -72px']);
  cleanup();
  fireEvent.scroll(document);
  expect(observers).toHaveLength(3);
});

test('without observers all is seen at once', () => {
  vi.unstubAllGlobals();
  render(<Picture name="a" />);
  expect(screen.getByText('a seen')).toBeTruthy();
});
