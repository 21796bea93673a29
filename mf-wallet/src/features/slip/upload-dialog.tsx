import { useRefresh } from '@krapao/kit/api';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { toast } from '@krapao/kit/ui/toast';
import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useGetSlipRules } from '../../api/gen/portal';
import stack from '../../shared/stack.module.css';
import { isPending } from '../../shared/status';
import { SlipUpload } from './slip-upload';
import { useSlipFile } from './use-slip-file';
import { useSlipHours } from './use-slip-hours';
import { useSlipUpload } from './use-slip-upload';

interface UploadDialogProps {
  open: boolean;
  onClose: () => void;
  /** The slip is stored, or the member wants to see how the others went. */
  onStatus: () => void;
}

/** Uploads a slip. While it is on its way only its own button stops it. */
export function UploadDialog({ open, onClose, onStatus }: UploadDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'common', 'slip']);
  const refresh = useRefresh();
  const rules = useGetSlipRules({ query: { enabled: open, staleTime: 0 } });
  const isOpen = useSlipHours(rules.data);
  const picked = useSlipFile(rules.data);
  const upload = useSlipUpload({
    onSent: (receipt) => {
      // The same slip is answered as the first time: it may have been decided long ago.
      if (isPending(receipt)) toast.success(t('slipUpload.sent'));
      else toast.info(t('slipUpload.known'));
      picked.clear();
      void refresh('listSlips', 'listDeposits');
      onStatus();
    },
  });
  const sending = upload.state.kind === 'sending';
  const ready = isOpen && picked.file !== null && picked.problem === null;
  const send = () => {
    if (picked.file) upload.send(picked.file);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('slipUpload.title')}
      busy={sending}
      footer={
        sending ? (
          <Button key="stop" variant="secondary" onClick={upload.cancel}>
            {t('common:action.cancel')}
          </Button>
        ) : (
          <>
            <Button key="status" variant="secondary" onClick={onStatus}>
              {t('slip:title')}
            </Button>
            <Button key="send" disabled={!ready} icon={<Upload aria-hidden="true" />} onClick={send}>
              {t('slipUpload.send')}
            </Button>
          </>
        )
      }
    >
      <QueryView
        query={rules}
        loading={
          <>
            <Skeleton shape="block" height={96} />
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </>
        }
        loadingClass={stack.stack}
      >
        {(data) => (
          <SlipUpload
            rules={data}
            isOpen={isOpen}
            picked={{
              ...picked,
              choose: (file) => {
                if (file) upload.forgetFailure();
                picked.choose(file);
              },
            }}
            upload={upload.state}
          />
        )}
      </QueryView>
    </Dialog>
  );
}
