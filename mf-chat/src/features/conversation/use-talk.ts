import { openRoom, useConnection } from '@krapao/kit/realtime';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Conversation } from './talk/conversation';
import { type Speaker, useSpeaker } from './talk/speaker';

/**
 * After how long without a join the chat says that it looks for the room, in milliseconds (specification 9: the check
 * of the socket).
 */
const START_MS = 5000;

/** The page's last conversation: what is on its way and what was being written outlive the panel. */
let kept: { key: string; conversation: Conversation } | undefined;

function conversationOf(speaker: Speaker): Conversation {
  const key = `${speaker.room} ${speaker.token ?? ''}`;
  if (kept?.key !== key) {
    const conversation = new Conversation(speaker);
    if (kept && conversation.continues(kept.conversation)) conversation.takeOver(kept.conversation);
    kept = { key, conversation };
  }
  return kept.conversation;
}

/** Forgets the page's last conversation; for tests. */
export function forgetConversation(): void {
  kept = undefined;
}

const nothing = () => undefined;
const never = () => nothing;

/** The conversation of whoever sits here, the room that it is in, and how both stand. */
export function useTalk() {
  const { speaker, config, failure, retry, renewGuest } = useSpeaker();
  const conversation = speaker && conversationOf(speaker);
  const state = useSyncExternalStore(conversation?.subscribe ?? never, conversation?.getState ?? nothing);

  const { url, room, token, guestId } = speaker ?? {};
  useEffect(() => {
    if (room === undefined) return;
    return openRoom({ url, room, token: token ?? undefined, guestId });
  }, [url, room, token, guestId]);
  useEffect(() => conversation?.start(), [conversation]);

  // A guest's id that became a member's, or was lost with the server's data: the guest begins anew.
  const isStranger = state?.isStranger === true && guestId !== undefined;
  const renew = useRef(renewGuest);
  useEffect(() => {
    renew.current = renewGuest;
  });
  useEffect(() => {
    if (isStranger) renew.current();
  }, [isStranger]);

  const connection = useConnection();
  const [isLate, setLate] = useState(false);
  const waits = connection.kind !== 'joined';
  useEffect(() => {
    if (!waits) return setLate(false);
    const timer = setTimeout(() => setLate(true), START_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return {
    conversation,
    state,
    config,
    /** Why it is not known who talks here. */
    failure,
    /** Nobody can write: the server refused the join. */
    isRefused: connection.kind === 'refused',
    /** The room is not joined: what has not left waits. */
    isAway: waits,
    /** The room is being looked for, for the first time or again. */
    search: isLate ? (connection.joins > 0 ? 'again' : 'first') : undefined,
    reload: () => {
      if (failure !== undefined) retry();
      void conversation?.load();
    },
  };
}
