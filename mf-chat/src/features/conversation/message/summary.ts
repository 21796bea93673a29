import type { ChatItem } from '../../../api/gen/model';
import { payloadOf } from '../talk/thread';

/** What a postback is called: its title, or the one inside its JSON; a text that is no JSON speaks for itself. */
export function postbackTitle({ title, message = '' }: { title?: string; message?: string }): string {
  if (title) return title;
  try {
    const inside = JSON.parse(message) as { title?: unknown } | null;
    return typeof inside?.title === 'string' ? inside.title : message;
  } catch {
    return message;
  }
}

/** A message in one line, to be read out. */
export function summaryOf(item: ChatItem): string {
  const payload = payloadOf(item);
  const { message_type: type, payloads = [] } = item.message;
  if (type === 'generic') return payloads.map(({ title }) => title).join(', ');
  return type === 'postback' ? postbackTitle(payload) : (payload.message ?? payload.name ?? '');
}
