import { type Read, useRefresh } from '@krapao/kit/api';
import { type AccountChangeKind, openRoom, subscribeFrames, useConnection } from '@krapao/kit/realtime';
import { getGuestId, useToken } from '@krapao/kit/session';
import { useEffect, useState } from 'react';
import { useGetChatConfig, useGetProfile } from '../api/gen/portal';
import { useSite } from '../shared/use-site';

/** How long the page's first screen has the network for itself, in milliseconds. */
export const HEAD_START_MS = 1500;

/** A prize is in the list of coupons before the wheel stands still: the list waits until it does, in milliseconds. */
export const WHEEL_MS = 6000;

/** Which reads show what, in every application. */
const SHOWN: Record<AccountChangeKind, readonly Read[]> = {
  balance: ['getWallet', 'listStatements', 'listDeposits', 'getDeposit'],
  qr: ['getQrCode', 'getWaitingQrCode', 'listDeposits'],
  slip: ['listSlips', 'getSlipReference', 'listDeposits'],
  withdrawal: ['listWithdrawals', 'getWithdrawal', 'getWallet', 'listStatements'],
  bonus: ['checkActiveBonus', 'checkBonusMinimum', 'getCurrentPromotion', 'listBonuses', 'checkRefund', 'listRefunds'],
  coupon: ['listSpinCoupons'],
};

const isKnown = (kind: string): kind is AccountChangeKind => kind in SHOWN;
const readsOf = (kinds: readonly string[]) => [...new Set(kinds.filter(isKnown).flatMap((kind) => SHOWN[kind]))];

/**
 * Joins the member's room and reads anew what the server says has changed; after every join all of it, since nobody
 * tells what was missed.
 */
function Listener({ token }: { token: string }) {
  const { data: site } = useSite();
  const { data: config } = useGetChatConfig({ query: { staleTime: Number.POSITIVE_INFINITY } });
  // Of this token: the member before may still be in the cache.
  const { data: profile, isFetchedAfterMount } = useGetProfile({ query: { staleTime: 0, refetchOnMount: 'always' } });
  const url = site?.chatSocket;
  const room = config && profile && isFetchedAfterMount ? `${config.PREFIX}-${profile.profile._id}` : undefined;
  useEffect(() => {
    if (room === undefined || url === undefined) return;
    return openRoom({ url, room, token, guestId: getGuestId() });
  }, [url, room, token]);

  const refresh = useRefresh();
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const undo = subscribeFrames((frame) => {
      if (frame.event !== 'account') return;
      const { kinds } = frame.data;
      void refresh(...readsOf(kinds.filter((kind) => kind !== 'coupon')));
      if (kinds.includes('coupon')) timers.add(setTimeout(() => void refresh(...SHOWN.coupon), WHEEL_MS));
    });
    return () => {
      undo();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [refresh]);

  const { joins } = useConnection();
  useEffect(() => {
    if (joins > 0) void refresh(...readsOf(Object.keys(SHOWN)));
  }, [joins, refresh]);
  return null;
}

/** Keeps what the screens show of the member's account fresh, within a second of a change. Shows nothing itself. */
export function AccountEvents() {
  const token = useToken();
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), HEAD_START_MS);
    return () => clearTimeout(timer);
  }, []);
  return started && token !== null && <Listener key={token} token={token} />;
}
