import { errorCode } from '@krapao/kit/api';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { QueryView } from '@krapao/kit/ui/query-view';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { Spinner } from '@krapao/kit/ui/spinner';
import { toast } from '@krapao/kit/ui/toast';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Ok, Promotion } from '../../api/gen/model';
import { activatePromotion, useFindPromotion } from '../../api/gen/portal';
import { CallFooter } from '../../shared/call-footer';
import { CallNotes } from '../../shared/call-notes';
import { Terms } from '../../shared/terms';
import { useKeyedCall } from '../../shared/use-keyed-call';
import styles from './promotion.module.css';

interface PromotionDialogProps {
  /** In capitals. */
  code: string;
  open: boolean;
  onClose: (received: boolean) => void;
}

function Found({ promotion }: { promotion: NonNullable<Promotion> }) {
  const { t } = useTranslation('reward');
  return (
    <>
      <p className={styles.name}>{promotion.name}</p>
      <Terms
        success={promotion.percentSuccess}
        fail={promotion.percentFail}
        rules={['turnover', 'withdrawAll', 'beforeDeposit']}
      />
      <Alert tone="warning">{t('promotion.warning')}</Alert>
      <SafeHtml html={promotion.description} />
    </>
  );
}

/** Looks a code up, shows the conditions of what it gives, and receives it. */
export function PromotionDialog({ code, open, onClose }: PromotionDialogProps) {
  const { t } = useTranslation(['mf-bonus', 'reward', 'common']);
  // Tries are counted by the server: one a search, and none by itself.
  const search = useFindPromotion(code, {
    query: { enabled: open, staleTime: 0, gcTime: 0, retry: false, refetchOnReconnect: false },
  });
  const call = useKeyedCall<{ code: string }, Ok>({
    operation: `activatePromotion ${code}`,
    send: (body, options) => activatePromotion(body.code, options),
    onDone: (_, here) => {
      toast.success(t('promotion.done', { name: search.data?.name ?? code }));
      if (here) onClose(true);
    },
    textOf: (failure) => (errorCode(failure) === 'BONUS_CONDITION' ? t('bonus.needsDeposit') : undefined),
  });
  const leave = () => {
    onClose(false);
    call.forgetError();
  };
  const nothing = search.data === null && (
    <EmptyState icon={<SearchX />} title={t('reward:promotion.notFound')} text={t('promotion.notFoundText')} />
  );
  const footer = search.data ? (
    <CallFooter call={call} label={t('reward:promotion.receive')} onSend={() => call.send({ code })} onCancel={leave} />
  ) : (
    (nothing || search.error) && <Button onClick={leave}>{t('common:action.close')}</Button>
  );
  // A screen reader announces that nothing is found. A failure is an alert itself; a promotion is too long to announce.
  const liveRole = search.data || search.error ? undefined : 'status';
  return (
    <Dialog open={open} onClose={leave} title={t('promotion.dialog', { code })} busy={call.sending} footer={footer}>
      <div className={styles.body} role={liveRole}>
        <QueryView
          query={search}
          loading={
            <>
              <Spinner />
              {t('reward:promotion.searching')}
            </>
          }
          loadingClass={styles.searching}
          empty={() => nothing}
        >
          {(promotion) =>
            promotion && (
              <>
                <CallNotes call={call} what={promotion.name} />
                <Found promotion={promotion} />
              </>
            )
          }
        </QueryView>
      </div>
    </Dialog>
  );
}
