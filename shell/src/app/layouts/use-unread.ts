import { subscribeFrames } from '@krapao/kit/realtime';
import { useEffect, useState } from 'react';

/**
 * How many messages have come that nobody has read: what the server says at each join, and what came since. None while
 * the chat is open.
 */
export function useUnread(open: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (open) return setCount(0);
    return subscribeFrames((frame) => {
      if (frame.event === 'joined') setCount((past) => frame.data.unread ?? past);
      if (frame.event === 'messaging' && frame.data.sender !== 'customer') setCount((past) => past + 1);
    });
  }, [open]);
  return count;
}
