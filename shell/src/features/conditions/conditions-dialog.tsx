import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { QueryView } from '@krapao/kit/ui/query-view';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useTranslation } from 'react-i18next';
import { useGetConditions } from '../../api/gen/portal';
import styles from './conditions.module.css';

function Conditions() {
  const { t } = useTranslation('shell');
  const query = useGetConditions();
  return (
    <QueryView
      query={query}
      loading={['96%', '72%', '88%', '64%'].map((width) => <Skeleton key={width} width={width} />)}
      loadingClass={styles.list}
      empty={({ conditions }) => conditions.length === 0 && <p>{t('conditions.empty')}</p>}
    >
      {({ conditions }) => (
        <ol className={styles.list}>
          {conditions.map((html) => (
            <li key={html} className={styles.item}>
              <SafeHtml html={html} />
            </li>
          ))}
        </ol>
      )}
    </QueryView>
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
