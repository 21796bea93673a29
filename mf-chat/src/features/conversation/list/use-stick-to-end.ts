import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** So near to the end counts as the end, in pixels (specification 9). */
const END_PX = 60;

/** So near to the beginning older messages are asked for, in pixels. */
const BEGIN_PX = 160;

/** What {@link useStickToEnd} needs. */
export interface StickInput {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  /** How many rows there are, and the id of the last one. */
  count: number;
  lastId: string | undefined;
  /** The reader is near the beginning, or the rows do not fill the place. */
  onBegin: () => void;
}

/** Keeps the newest message in sight while the reader is at the end, and leaves them where they are otherwise. */
export function useStickToEnd({ scroller, list, count, lastId, onBegin }: StickInput) {
  const stuck = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const begin = useRef(onBegin);
  useEffect(() => {
    begin.current = onBegin;
  });

  const toEnd = useCallback(() => {
    stuck.current = true;
    setAtEnd(true);
    if (count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' });
  }, [count, list]);

  const look = useCallback(() => {
    const place = scroller.current;
    if (!place) return;
    const isNear = place.scrollHeight - place.scrollTop - place.clientHeight < END_PX;
    // Rows that come or grow put the end further off too: only who goes up leaves it.
    const goesUp = place.scrollTop < lastTop.current;
    lastTop.current = place.scrollTop;
    if (isNear || goesUp) stuck.current = isNear;
    setAtEnd(stuck.current);
    if (place.scrollTop < BEGIN_PX) begin.current();
  }, [scroller]);

  // A new last row while the reader is at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last row's id says that there is something new
  useLayoutEffect(() => {
    if (stuck.current) toEnd();
  }, [lastId, toEnd]);

  // Too few rows to scroll: nobody would come near the beginning.
  useEffect(() => {
    const place = scroller.current;
    if (place && count > 0 && place.scrollHeight <= place.clientHeight) begin.current();
  }, [count, scroller]);

  /** The place or the rows have another size: a keyboard, a picture. */
  const resized = useCallback(() => {
    if (stuck.current) toEnd();
  }, [toEnd]);

  return { isAtEnd, toEnd, look, resized };
}
