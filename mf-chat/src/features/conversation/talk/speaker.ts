import { forgetGuestId, keepGuestId, useToken } from '@krapao/kit/session';
import { useState } from 'react';
import type { ChatConfig } from '../../../api/gen/model';
import { useGetChatConfig, useGetProfile, useGetSiteSettings } from '../../../api/gen/portal';

/** Who talks to the operator here: a member, or a guest by the id that this device keeps. */
export interface Speaker {
  /** The room of the conversation. */
  room: string;
  /** Of the site's settings; null where our own server has the socket. */
  url: string | null;
  token: string | null;
  /** Of a member. */
  userId?: string;
  username?: string;
  name?: string;
  /** Of a guest. */
  guestId?: string;
}

/** What the panel has to know before anybody can talk. */
export interface SpeakerState {
  speaker: Speaker | undefined;
  config: ChatConfig | undefined;
  /** Why one of the questions about it failed. */
  failure: unknown;
  retry: () => void;
  /** The server does not know the guest's id any more: another one takes its place. */
  renewGuest: () => void;
}

/** Finds out who talks here. A guest gets an id when they open the chat, and keeps it. */
export function useSpeaker(): SpeakerState {
  const token = useToken();
  const [guestId, setGuestId] = useState(() => (token === null ? keepGuestId() : undefined));
  const known = { staleTime: Number.POSITIVE_INFINITY };
  const site = useGetSiteSettings({ query: known });
  const config = useGetChatConfig({ query: { staleTime: 60_000, refetchInterval: 60_000 } });
  const profile = useGetProfile({ query: { ...known, enabled: token !== null } });
  const asked = token === null ? [site, config] : [site, config, profile];

  const speaker = (): Speaker | undefined => {
    if (!site.data || !config.data) return undefined;
    const room = (id: string) => `${config.data.PREFIX}-${id}`;
    const url = site.data.chatSocket;
    if (token === null) return guestId === undefined ? undefined : { room: room(guestId), url, token, guestId };
    if (!profile.data) return undefined;
    const { _id, username, name } = profile.data.profile;
    return { room: room(_id), url, token, userId: _id, username, name };
  };
  return {
    speaker: speaker(),
    config: config.data,
    failure: asked.find(({ isError, data }) => isError && data === undefined)?.error ?? undefined,
    retry: () => {
      for (const query of asked) if (query.isError) void query.refetch();
    },
    renewGuest: () => {
      forgetGuestId();
      setGuestId(keepGuestId());
    },
  };
}
