import type { ClientFrame } from '../api/gen/frames';
import { Room, type RoomInput } from './room';

let present: { key: string; room: Room; users: number; guestId: string | null | undefined } | undefined;

/**
 * Joins a room over the page's one socket, and stays in it until everybody who asked for it has left. Another room
 * takes the place of the present one: a guest who has logged in is in the member's. A guest's id that comes after the
 * join is handed over by another join. Returns how to leave.
 */
export function openRoom(input: RoomInput): () => void {
  const key = JSON.stringify([input.url, input.room, input.token]);
  if (present?.key !== key) {
    present?.room.leave();
    present = { key, room: new Room(input), users: 0, guestId: input.guestId };
  } else if (input.guestId && !present.guestId) {
    present.room.leave();
    present.room = new Room(input);
    present.guestId = input.guestId;
  }
  const mine = present;
  mine.users += 1;
  let here = true;
  return () => {
    if (!here) return;
    here = false;
    mine.users -= 1;
    // Who asks for it in the same moment, like the next screen, keeps it.
    setTimeout(() => {
      if (mine.users > 0 || present !== mine) return;
      mine.room.leave();
      present = undefined;
    });
  };
}

/** Sends a frame to the present room; false when it is not joined, and the frame is lost. */
export function sendFrame(frame: ClientFrame): boolean {
  return present?.room.send(frame) === true;
}
