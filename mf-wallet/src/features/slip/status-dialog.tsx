import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Pager } from '@krapao/kit/ui/pager';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ImageUp, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './slip.module.css';
import { SlipTable } from './slip-table';
import { PAGE_SIZE, useSlips } from './use-slips';

interface StatusDialogProps {
  open: boolean;
  onClose: () => void;
  onUpload: () => void;
}

function Slips({ open }: { open: boolean }) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const [page, setPage] = useState(1);
  const { data, slips, total, error, isFetching, isPlaceholderData, refetch } = useSlips({ page, open });
  if (!data || !slips) {
    if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return (
      <div className={styles.form} aria-busy="true" role="status" aria-label={t('common:loading')}>
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} shape="block" height={48} />
        ))}
      </div>
    );
  }
  if (total === 0) {
    return <EmptyState icon={<ImageUp />} title={t('slipStatus.empty')} text={t('slipStatus.emptyText')} />;
  }
  return (
    <div className={styles.form}>
      <Button
        variant="ghost"
        size="small"
        className={styles.refresh}
        loading={isFetching}
        icon={<RefreshCw aria-hidden="true" />}
        onClick={() => void refetch()}
      >
        {t('common:action.refresh')}
      </Button>
      <SlipTable slips={slips} busy={isPlaceholderData} />
      <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={setPage} />
    </div>
  );
}

/** How the member's slips went. */
export function StatusDialog({ open, onClose, onUpload }: StatusDialogProps) {
  const { t } = useTranslation(['slip', 'mf-wallet']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <Button variant="secondary" icon={<ImageUp aria-hidden="true" />} onClick={onUpload}>
          {t('mf-wallet:slipUpload.title')}
        </Button>
      }
    >
      <Slips open={open} />
    </Dialog>
  );
}
