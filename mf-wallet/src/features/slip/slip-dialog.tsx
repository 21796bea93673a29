import type { Slots } from '@krapao/kit/federation';
import { useState } from 'react';
import { StatusDialog } from './status-dialog';
import { UploadDialog } from './upload-dialog';

/** Uploading a slip, and how slips went: each leads to the other. */
export default function SlipDialog({ open, onClose, view }: Slots['wallet.slip']) {
  const [shown, setShown] = useState(view);
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setShown(view);
  }
  return (
    <>
      <UploadDialog open={open && shown === 'upload'} onClose={onClose} onStatus={() => setShown('status')} />
      <StatusDialog open={open && shown === 'status'} onClose={onClose} onUpload={() => setShown('upload')} />
    </>
  );
}
