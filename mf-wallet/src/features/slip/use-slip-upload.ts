import { type RequestOptions, useKeyedMutation } from '@krapao/kit/api';
import { toast } from '@krapao/kit/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlipReceipt } from '../../api/gen/model';
import { uploadSlip } from '../../api/gen/portal';

/** Time-out of an upload in milliseconds (specification 9). */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Where an upload stands; `part` is how much has left, 0 to 1. */
export type UploadState = { kind: 'idle' } | { kind: 'sending'; part: number } | { kind: 'failed'; error: unknown };

/** What a file is known by, also after a reload: its content cannot be kept. */
interface FileMark {
  name: string;
  size: number;
  lastModified: number;
}

/** Sends a slip, with progress and a way to stop. The same file sent again is the same slip. */
export function useSlipUpload({ onSent }: { onSent: (receipt: SlipReceipt) => void }) {
  const { t } = useTranslation('mf-wallet');
  const [part, setPart] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const chosen = useRef<File | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const keyed = useKeyedMutation<FileMark, SlipReceipt>({
    operation: 'uploadSlip',
    independent: true,
    send: (_, options) => {
      const stop = new AbortController();
      running.current = stop;
      const onUpload = (sent: number) => {
        if (running.current === stop) setPart(sent);
      };
      const file = chosen.current as File;
      const watched: RequestOptions = { ...options, timeoutMs: UPLOAD_TIMEOUT_MS, signal: stop.signal, onUpload };
      return uploadSlip({ file }, watched);
    },
    onSettled: onSent,
    onFailed: (error) => {
      if (!running.current?.signal.aborted) setFailure(error);
    },
  });
  const stateOf = (): UploadState => {
    if (keyed.state.kind === 'sending') return { kind: 'sending', part };
    return failure === null ? { kind: 'idle' } : { kind: 'failed', error: failure };
  };
  return {
    state: stateOf(),
    send: (file: File) => {
      if (keyed.state.kind === 'sending') return;
      chosen.current = file;
      setPart(0);
      setFailure(null);
      const { name, size, lastModified } = file;
      keyed.start({ name, size, lastModified });
    },
    cancel: () => {
      running.current?.abort();
      toast.info(t('slipUpload.cancelled'));
    },
    forgetFailure: () => setFailure(null),
  };
}
