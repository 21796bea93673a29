import { getConnection, openRoom, useConnection } from '@krapao/kit/realtime';
import { forgetGuestId, getGuestId, getToken } from '@krapao/kit/session';
import { useEffect, useState } from 'react';
import { useGetChatConfig } from '../../api/gen/portal';
import { useChatWidget } from '../../shared/use-chat-widget';
import { useSite } from '../../shared/use-site';
import { ChatBubble } from './chat-bubble';

/**
 * Stays in the room of a guest who has talked before, so that the button tells of an answer. Who never talked has no id
 * and asks nothing.
 */
function useGuestRoom(enabled: boolean): void {
  // The panel makes the id and joins: then this stays when the panel goes.
  const { kind, code } = useConnection();
  const [, setForgotten] = useState<string>();
  const guestId = enabled ? getGuestId() : null;
  const { data: site } = useSite({ enabled: guestId !== null });
  const { data: config } = useGetChatConfig({
    query: { enabled: guestId !== null, staleTime: Number.POSITIVE_INFINITY },
  });
  const url = site?.chatSocket;
  const prefix = config?.PREFIX;
  useEffect(() => {
    if (guestId === null || url === undefined || prefix === undefined) return;
    return openRoom({ url, room: `${prefix}-${guestId}`, guestId });
  }, [url, prefix, guestId]);
  // The server no longer knows the id: nobody answers to it, so it is not asked for again and again.
  const isDead = kind === 'refused' && code === 'UNAUTHORIZED';
  useEffect(() => {
    // The panel may have taken another id meanwhile, whose room is on its way.
    if (!isDead || guestId === null || getToken() !== null || getConnection().kind !== 'refused') return;
    forgetGuestId();
    setForgotten(guestId);
  }, [isDead, guestId]);
}

/** The chat for guests, on the contact, where a chat backend answers. */
export function GuestChat() {
  const isShown = useChatWidget();
  useGuestRoom(isShown);
  return isShown && <ChatBubble />;
}
