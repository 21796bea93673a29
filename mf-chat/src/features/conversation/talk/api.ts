import type { RequestOptions } from '@krapao/kit/api';
import type { ChatFileType, ChatItem, ChatMessage } from '../../../api/gen/model';
import {
  listChatHistory,
  markChatRead,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '../../../api/gen/portal';
import type { Speaker } from './speaker';
import { stillPicture } from './still-picture';

/** Messages a page of the history (specification 9). */
export const PAGE_SIZE = 10;

/** What is asked for at once to catch up: the most that the server gives. */
const BATCH = 100;

/** How long a file may take, in milliseconds (specification 9). */
const UPLOAD_MS = 300_000;

const who = ({ userId, guestId }: Speaker) => (guestId ? { guestId } : { userId });

/** A page of the history, oldest first; `skip` counts from the newest. */
export async function pageOf(speaker: Speaker, skip: number): Promise<ChatItem[]> {
  return (await listChatHistory({ ...who(speaker), limit: PAGE_SIZE, skip })).reverse();
}

/** All messages that follow the one with the id `after`, oldest first. */
export async function everythingAfter(speaker: Speaker, after: string): Promise<ChatItem[]> {
  const found: ChatItem[] = [];
  for (let last = after; ; ) {
    const page = (await listChatHistory({ ...who(speaker), limit: BATCH, skip: 0, after: last })).reverse();
    found.push(...page);
    const newest = page.at(-1);
    if (page.length < BATCH || newest === undefined) return found;
    last = newest._id;
  }
}

/** Sends a message under an id of ours: sent again, it is stored once. Answers when it was stored. */
export function post(speaker: Speaker, id: string, message: ChatMessage): Promise<string> {
  const { username, name } = speaker;
  const { deliver: _ours, ...sent } = message;
  return sendChatMessage({
    _id: id,
    sender: 'customer',
    ...who(speaker),
    ...(username && { username }),
    ...(name && { name }),
    deviceToken: 'web',
    message: sent,
  });
}

/** Uploads a file; answers its path. `onPart` learns how much has left, 0 to 1. */
export async function upload(
  speaker: Speaker,
  { file, fileType, onPart }: { file: File; fileType: ChatFileType; onPart: (part: number) => void },
): Promise<string> {
  const call = fileType === 'video' ? uploadChatVideo : uploadChatImage;
  const options: RequestOptions = { timeoutMs: UPLOAD_MS, onUpload: onPart };
  const sent = await stillPicture(file);
  const { path } = await call({ ...(speaker.guestId && { guestId: speaker.guestId }), file: sent }, options);
  return path;
}

/** Marks everything as read. */
export async function markRead(speaker: Speaker): Promise<void> {
  await markChatRead(who(speaker));
}
