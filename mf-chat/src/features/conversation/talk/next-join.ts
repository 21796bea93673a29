import { subscribeFrames } from '@krapao/kit/realtime';

/** Calls `act` once, at the next join of the room or after `ms` where no join comes first. Returns the undo. */
export function atNextJoin(ms: number, act: () => void): () => void {
  const end = () => {
    undo();
    clearTimeout(timer);
  };
  const run = () => {
    end();
    act();
  };
  const undo = subscribeFrames((frame) => frame.event === 'joined' && run());
  const timer = setTimeout(run, ms);
  return end;
}
