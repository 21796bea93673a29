import { errorCode, isUnanswered, newIdempotencyKey, type RequestOptions } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlipReceipt } from '../../api/gen/model';
import { uploadSlip } from '../../api/gen/portal';

/** Time-out of an upload in milliseconds (specification 9). */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Where an upload stands; `part` is how much has left, 0 to 1. */
export type UploadState = { kind: 'idle' } | { kind: 'sending'; part: number } | { kind: 'failed'; text: string };

/**
 * Sends a slip, with progress and a way to stop. The same file keeps its idempotency key until the server has answered, so that
 * trying again is the same slip.
 */
export function useSlipUpload({ onSent }: { onSent: (receipt: SlipReceipt) => void }) {
  const { t } = useTranslation('mf-wallet');
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const wish = useRef<{ file: File; key: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    if (wish.current?.file !== file) wish.current = { file, key: newIdempotencyKey() };
    const options: RequestOptions = {
      idempotencyKey: wish.current.key,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: stop.signal,
      onUpload: (part) => {
        if (running.current === stop) setState({ kind: 'sending', part });
      },
    };
    setState({ kind: 'sending', part: 0 });
    try {
      const receipt = await uploadSlip({ file }, options);
      wish.current = null;
      setState({ kind: 'idle' });
      onSent(receipt);
    } catch (error) {
      if (stop.signal.aborted) {
        setState({ kind: 'idle' });
        return;
      }
      if (!isUnanswered(error) && errorCode(error) !== 'IDEMPOTENCY_CONFLICT') wish.current = null;
      setState({ kind: 'failed', text: errorText(error) });
    } finally {
      running.current = null;
    }
  };
  return {
    state,
    send: (file: File) => void send(file),
    cancel: () => {
      running.current?.abort();
      toast.info(t('slipUpload.cancelled'));
    },
    forgetFailure: () => setState((past) => (past.kind === 'failed' ? { kind: 'idle' } : past)),
  };
}
