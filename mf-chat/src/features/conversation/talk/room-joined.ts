import { getConnection, subscribeConnection } from '@krapao/kit/realtime';

/** The first message waits so long for the room, in milliseconds (specification 9). */
const FIRST_SEND_MS = 500;

/** The room has been joined, or it has taken too long. */
export function roomJoined(): Promise<void> {
  return new Promise((done) => {
    if (getConnection().kind === 'joined') return done();
    const end = () => {
      undo();
      clearTimeout(timer);
      done();
    };
    const undo = subscribeConnection(() => getConnection().kind === 'joined' && end());
    const timer = setTimeout(end, FIRST_SEND_MS);
  });
}
