import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rounding of scroll positions, in pixels. */
const SLACK = 4;

/** Where a row that scrolls sideways stands, and how to move it by whole slides. */
export interface ScrollSteps {
  /** The slide at the left edge, counted from 0. */
  first: number;
  /** Nothing lies before or after what is seen. */
  atStart: boolean;
  atEnd: boolean;
  /** Scrolls by as many slides as are seen whole. */
  page: (direction: 1 | -1) => void;
  /** Scrolls by one slide. */
  step: (direction: 1 | -1) => void;
  /** Scrolls to the first or to the last slide. */
  toEnd: (direction: 1 | -1) => void;
}

const START = { first: 0, atStart: true, atEnd: true };

function slideWidth(row: HTMLElement): number {
  const [one, ...others] = [...row.children].filter((child) => child instanceof HTMLElement);
  if (!one) return row.clientWidth || 1;
  // Where two stand above each other, the next column.
  const next = others.find(({ offsetLeft }) => offsetLeft !== one.offsetLeft);
  return (next ? next.offsetLeft - one.offsetLeft : one.offsetWidth) || 1;
}

function positionOf(row: HTMLElement): typeof START {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
  return {
    first: Math.round(row.scrollLeft / slideWidth(row)),
    atStart: row.scrollLeft <= SLACK,
    atEnd: rest <= SLACK,
  };
}

/**
 * Watches a row of `count` slides. The row's own `scroll-behavior` makes the movement smooth, so that the member's wish
 * for less motion, which the style sheet knows, rules it.
 */
export function useScrollSteps(rowRef: RefObject<HTMLElement | null>, count: number): ScrollSteps {
  const [position, setPosition] = useState(START);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides, another width
  useEffect(() => {
    const row = rowRef.current;
    if (!row) return;
    const look = () => {
      const now = positionOf(row);
      setPosition((past) =>
        past.first === now.first && past.atStart === now.atStart && past.atEnd === now.atEnd ? past : now,
      );
    };
    // It looks at once, when the browser has laid the row out by itself: to ask before would make it do so twice.
    const observer = new ResizeObserver(look);
    observer.observe(row);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, [rowRef, count]);

  const move = useCallback(
    (slides: (row: HTMLElement, width: number) => number) => {
      const row = rowRef.current;
      if (!row) return;
      const width = slideWidth(row);
      row.scrollTo({ left: (Math.round(row.scrollLeft / width) + slides(row, width)) * width });
    },
    [rowRef],
  );
  return {
    ...position,
    page: useCallback(
      (direction) => move((row, width) => direction * Math.max(1, Math.floor((row.clientWidth + SLACK) / width))),
      [move],
    ),
    step: useCallback((direction) => move(() => direction), [move]),
    toEnd: useCallback((direction) => move((row) => direction * row.children.length), [move]),
  };
}
