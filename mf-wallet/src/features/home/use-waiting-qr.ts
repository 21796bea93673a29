import { usePollInterval } from '@krapao/kit/realtime';
import { useState } from 'react';
import type { QrCode } from '../../api/gen/model';
import { useGetWaitingQrCode } from '../../api/gen/portal';
import { useLater } from './use-later';

/** How often a QR code that waits is asked about while nobody tells of its payment, in milliseconds. */
const POLL_MS = 15_000;

/** What home shows of a QR code that waits. */
export type WaitingQr = Required<Pick<QrCode, 'qrcodeId' | 'amount' | 'expireIn'>>;

function isWaiting(answer: QrCode | undefined): answer is QrCode & WaitingQr {
  return (
    answer?.hasQrcode === true &&
    answer.qrcodeId !== undefined &&
    answer.amount !== undefined &&
    answer.expireIn !== undefined
  );
}

/** The member's QR code that waits to be paid, if there is one, also one that was made elsewhere. */
export function useWaitingQr() {
  const pollMs = usePollInterval(POLL_MS);
  const enabled = useLater(0);
  const { data, refetch } = useGetWaitingQrCode({
    query: {
      enabled,
      staleTime: 0,
      retry: false,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => (state.data?.hasQrcode ? pollMs : false),
    },
  });
  const [ended, setEnded] = useState<string>();
  const qr = isWaiting(data) && data.qrcodeId !== ended ? data : undefined;
  return {
    qr,
    /** Its time has run out. */
    end: () => {
      setEnded(qr?.qrcodeId);
      void refetch();
    },
  };
}
