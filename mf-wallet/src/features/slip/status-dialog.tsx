import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Pager } from '@krapao/kit/ui/pager';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ImageUp, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import stack from '../../shared/stack.module.css';
import styles from './slip.module.css';
import { SlipTable } from './slip-table';
import { isInReview, PAGE_SIZE, useSlips } from './use-slips';

interface StatusDialogProps {
  open: boolean;
  onClose: () => void;
  onUpload: () => void;
}

interface SlipsProps {
  list: ReturnType<typeof useSlips>;
  page: number;
  onPage: (page: number) => void;
}

function Slips({ list: { slips = [], total, isPlaceholderData, ...query }, page, onPage }: SlipsProps) {
  const { t } = useTranslation('mf-wallet');
  return (
    <QueryView
      query={query}
      loading={[0, 1, 2, 3].map((key) => <Skeleton key={key} shape="block" height={48} />)}
      loadingClass={stack.stack}
      empty={() =>
        total === 0 && <EmptyState icon={<ImageUp />} title={t('slipStatus.empty')} text={t('slipStatus.emptyText')} />
      }
    >
      {() => (
        <div className={stack.stack}>
          <SlipTable slips={slips} busy={isPlaceholderData} />
          {slips.some(isInReview) && <p className={styles.soft}>{t('slipStatus.inReviewText')}</p>}
          <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={onPage} />
        </div>
      )}
    </QueryView>
  );
}

/** How the member's slips went. */
export function StatusDialog({ open, onClose, onUpload }: StatusDialogProps) {
  const { t } = useTranslation(['slip', 'mf-wallet', 'common']);
  const [page, setPage] = useState(1);
  const list = useSlips({ page, open });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      action={
        list.total > 0 && (
          <IconButton
            label={t('common:action.refresh')}
            icon={<RefreshCw aria-hidden="true" />}
            loading={list.isFetching}
            onClick={() => void list.refetch()}
          />
        )
      }
      footer={
        <Button variant="secondary" icon={<ImageUp aria-hidden="true" />} onClick={onUpload}>
          {t('mf-wallet:slipUpload.title')}
        </Button>
      }
    >
      <Slips list={list} page={page} onPage={setPage} />
    </Dialog>
  );
}
