import type { ChatItem, ChatPayload } from '../../../api/gen/model';

/** The messages of a conversation, as this page knows them. */
export interface Thread {
  /** What the server has, in its order, without a gap up to the newest. */
  stored: readonly ChatItem[];
  /** What this page sent and has not seen come back, in the order of sending. */
  outgoing: readonly ChatItem[];
  /** The oldest message is there. */
  isWhole: boolean;
}

export const EMPTY_THREAD: Thread = { stored: [], outgoing: [], isWhole: false };

const placeOf = ({ seq, createdAt }: ChatItem) => [seq ?? 0, Date.parse(createdAt)] as const;

function inOrder(a: ChatItem, b: ChatItem): number {
  const [[seqA, timeA], [seqB, timeB]] = [placeOf(a), placeOf(b)];
  return seqA > 0 && seqB > 0 ? seqA - seqB : timeA - timeB;
}

/**
 * Takes in what the server sent, in any order: each message once, and none of ours is waited for any longer that came
 * back.
 */
export function withStored(thread: Thread, items: readonly ChatItem[]): Thread {
  const known = new Map([...thread.stored, ...items].map((item) => [item._id, item]));
  return {
    ...thread,
    stored: [...known.values()].sort(inOrder),
    outgoing: thread.outgoing.filter(({ _id }) => !known.has(_id)),
  };
}

/** The thread without what a newest page tells anew: what came after the page was read stays. */
export function afterPage(thread: Thread, page: readonly ChatItem[]): Thread {
  const newest = page.at(-1)?.seq ?? 0;
  return { ...thread, stored: thread.stored.filter(({ seq = 0 }) => seq > newest) };
}

/** The newest message that the server has reported. */
export function newestOf({ stored }: Thread): ChatItem | undefined {
  return stored.at(-1);
}

/** Whether a message lies between what is known and `seq`. */
export function misses(thread: Thread, seq: number): boolean {
  const newest = newestOf(thread)?.seq;
  return newest !== undefined && seq > newest;
}

/** Changes one of ours that is on its way. */
export function withOutgoing(thread: Thread, id: string, change: (item: ChatItem) => ChatItem): Thread {
  return { ...thread, outgoing: thread.outgoing.map((item) => (item._id === id ? change(item) : item)) };
}

/** What stands in the history: what the server has, then what is on its way there. */
export function shownOf({ stored, outgoing }: Thread): ChatItem[] {
  return [...stored, ...outgoing];
}

/** Whether the other side wrote it: whoever is not the customer. */
export function isTheirs({ sender }: Pick<ChatItem, 'sender'>): boolean {
  return sender !== 'customer';
}

/** The content of a message; an empty one where it has none. */
export function payloadOf({ message }: Pick<ChatItem, 'message'>): ChatPayload {
  return message.payload ?? {};
}
