import { serverNow } from '@krapao/kit/api';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QrCode } from '../../api/gen/model';
import { getGetQrCodeQueryKey, getGetQrCodeQueryOptions } from '../../api/gen/portal';
import type { Gateway } from './channels';
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
 * The member's one QR code over all gateways: finds it when the dialog opens, watches it until it is paid or over, and goes on
 * watching after the dialog was closed.
 */
export function useQrDeposit({ gateways, open, onPaid }: UseQrDepositInput) {
  const queries = useQueryClient();
  const [watched, setWatched] = useState<ShownQr | null>(null);
  const [dropped, setDropped] = useState<string | null>(null);
  const answers = useQueries({
    queries: gateways.map(({ code }) => {
      const mine = watched?.gatewayCode === code;
      return getGetQrCodeQueryOptions(code, {
        query: {
          enabled: open || mine,
          staleTime: 0,
          refetchOnWindowFocus: mine ? 'always' : false,
          refetchInterval: ({ state: { data } }) => {
            if (!mine) return false;
            const state = stateOf(watched, data, dropped === watched.qrcodeId);
            if (!isWorthAsking(state, serverNow())) return false;
            return open ? POLL_MS : POLL_CLOSED_MS;
          },
        },
      });
    }),
  });

  const living = answers
    .map(({ data }) => data)
    .find((data): data is ShownQr => isShown(data) && data.qrcodeId !== dropped);
  if (living && living.qrcodeId !== watched?.qrcodeId) setWatched(living);
  const answer = answers[gateways.findIndex(({ code }) => code === watched?.gatewayCode)];
  const searching = open && answers.some(({ isLoading }) => isLoading);
  const unwatched: QrState = searching ? { kind: 'loading' } : { kind: 'form' };
  const state = watched ? stateOf(watched, answer?.data, dropped === watched.qrcodeId) : unwatched;

  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!watched) return;
    if (state.kind === 'paid' && told.current !== watched.qrcodeId) {
      told.current = watched.qrcodeId;
      onPaid(watched);
    }
    // Whoever closed the dialog finds an empty form next time, not yesterday's end.
    if (!open && state.kind !== 'living') setWatched(null);
  }, [state.kind, watched, open, onPaid]);

  /** Takes an answer in, over whatever is still under way for that gateway. */
  const learn = async (gateway: string, data: QrCode) => {
    await queries.cancelQueries({ queryKey: getGetQrCodeQueryKey(gateway) });
    queries.setQueryData(getGetQrCodeQueryKey(gateway), data);
  };

  return {
    state,
    /** The latest question about the QR code went unanswered. */
    unreachable: answer?.isError === true || (answer?.failureCount ?? 0) > 0,
    learn,
    /** Asks the gateways again, all but one. */
    ask: (except?: string) => {
      for (const { code } of gateways) {
        if (code !== except) void queries.invalidateQueries({ queryKey: getGetQrCodeQueryKey(code) });
      }
    },
    /** The countdown reached 00:00. The server is asked once more: a payment of the last second counts. */
    drop: () => {
      if (!watched) return;
      setDropped(watched.qrcodeId);
      void queries.invalidateQueries({ queryKey: getGetQrCodeQueryKey(watched.gatewayCode) });
    },
    /** Back to the empty form. */
    reset: () => setWatched(null),
  };
}
