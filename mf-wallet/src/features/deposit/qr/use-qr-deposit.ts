import { serverNow, useRefresh } from '@krapao/kit/api';
import { usePollInterval } from '@krapao/kit/realtime';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QrCode } from '../../../api/gen/model';
import { getGetQrCodeQueryKey, getGetQrCodeQueryOptions, useGetWaitingQrCode } from '../../../api/gen/portal';
import type { Gateway } from '../channels';
import { isShown, isWorthAsking, type QrState, type ShownQr, stateOf } from './qr-state';

/** How often a QR code on the screen is asked about, in milliseconds; and after the dialog was closed. */
const POLL_MS = 3000;
const POLL_CLOSED_MS = 6000;

/** What {@link useQrDeposit} needs. */
export interface UseQrDepositInput {
  gateways: Gateway[];
  /** The dialog is open. */
  open: boolean;
  /** Called once for a QR code that was paid, also when the dialog is closed by then. */
  onPaid: (qr: ShownQr) => void;
}

/**
 * The member's one QR code over all gateways: finds it when the dialog opens, watches it until it is paid or over, and
 * goes on watching after the dialog was closed. A code of a channel that takes no new ones is found as well: it can
 * still be paid.
 */
export function useQrDeposit({ gateways, open, onPaid }: UseQrDepositInput) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const pollMs = usePollInterval(open ? POLL_MS : POLL_CLOSED_MS);
  const [watched, setWatched] = useState<ShownQr | null>(null);
  const [expired, setExpired] = useState<string | null>(null);
  const waiting = useGetWaitingQrCode({ query: { enabled: open, staleTime: 0, retry: false } });
  const found = waiting.data?.hasQrcode ? waiting.data.gatewayCode : undefined;
  const known = [...gateways.map(({ code }) => code), found, watched?.gatewayCode];
  const codes = [...new Set(known.filter((code) => code !== undefined))];
  const answers = useQueries({
    queries: codes.map((code) => {
      const mine = watched?.gatewayCode === code;
      return getGetQrCodeQueryOptions(code, {
        query: {
          enabled: open || mine,
          staleTime: 0,
          refetchOnWindowFocus: mine ? 'always' : false,
          refetchInterval: ({ state: { data } }) => {
            if (!mine) return false;
            const state = stateOf(watched, data, expired === watched.qrcodeId);
            return isWorthAsking(state, serverNow()) && pollMs;
          },
        },
      });
    }),
  });

  const active = answers
    .map(({ data }) => data)
    .find((data): data is ShownQr => isShown(data) && data.qrcodeId !== expired);
  if (active && active.qrcodeId !== watched?.qrcodeId) setWatched(active);
  const answer = answers[codes.findIndex((code) => code === watched?.gatewayCode)];
  const searching = open && [waiting, ...answers].some(({ isLoading }) => isLoading);
  const unwatched: QrState = searching ? { kind: 'loading' } : { kind: 'form' };
  const state = watched ? stateOf(watched, answer?.data, expired === watched.qrcodeId) : unwatched;

  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (!watched) return;
    if (state.kind === 'paid' && reported.current !== watched.qrcodeId) {
      reported.current = watched.qrcodeId;
      onPaid(watched);
    }
    // Whoever closed the dialog finds an empty form next time, not yesterday's end.
    if (!open && state.kind !== 'active') setWatched(null);
  }, [state.kind, watched, open, onPaid]);

  /** Stores an answer, over a question that is still under way for that gateway. */
  const setQr = async (gateway: string, data: QrCode) => {
    await queryClient.cancelQueries({ queryKey: getGetQrCodeQueryKey(gateway) });
    queryClient.setQueryData(getGetQrCodeQueryKey(gateway), data);
    void refresh('getWaitingQrCode');
  };

  return {
    state,
    /** The latest question about the QR code went unanswered. */
    unreachable: answer?.isError === true || (answer?.failureCount ?? 0) > 0,
    setQr,
    /** Asks the gateways again, all but one. */
    refetchOthers: (except?: string) => {
      void refresh('getWaitingQrCode');
      for (const code of codes) {
        if (code !== except) void refresh(['getQrCode', code]);
      }
    },
    /** The countdown reached 00:00. The server is asked once more: a payment of the last second counts. */
    expire: () => {
      if (!watched) return;
      setExpired(watched.qrcodeId);
      void refresh(['getQrCode', watched.gatewayCode]);
    },
    /** Back to the empty form. */
    reset: () => setWatched(null),
  };
}
