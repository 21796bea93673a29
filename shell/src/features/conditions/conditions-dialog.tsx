import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useTranslation } from 'react-i18next';
import { useGetConditions } from '../../api/gen/portal';
import styles from './conditions.module.css';

function Conditions() {
  const { t } = useTranslation(['shell', 'common']);
  const { data, error, isFetching, refetch } = useGetConditions();
  if (data) {
    if (data.conditions.length === 0) return <p>{t('conditions.empty')}</p>;
    return (
      <ol className={styles.list}>
        {data.conditions.map((html) => (
          <li key={html} className={styles.item}>
            <SafeHtml html={html} />
          </li>
        ))}
      </ol>
    );
  }
  if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.list} aria-busy="true">
      {['96%', '72%', '88%', '64%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

interface ConditionsDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The operator's conditions, and a button that closes them. */
export default function ConditionsDialog({ open, onClose }: ConditionsDialogProps) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('conditions.title')}
      footer={
        <Button block onClick={onClose}>
          {t('common:action.confirm')}
        </Button>
      }
    >
      <Conditions />
    </Dialog>
  );
}
