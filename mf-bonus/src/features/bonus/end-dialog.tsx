import type { Slots } from '@krapao/kit/federation';
import { amountText, errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { toast } from '@krapao/kit/ui/toast';
import { useTranslation } from 'react-i18next';
import type { BonusMinimum, Ok } from '../../api/gen/model';
import { clearBonus } from '../../api/gen/portal';
import { CallFooter } from '../../shared/call-footer';
import { CallNotes } from '../../shared/call-notes';
import { useAsOpened } from '../../shared/use-as-opened';
import { useCurrency } from '../../shared/use-currency';
import { useFoundDone } from '../../shared/use-found-done';
import { useKeyedCall } from '../../shared/use-keyed-call';
import styles from './dialogs.module.css';

/** What ending it does now, in the member's own numbers. */
function Cost({ way }: { way: BonusMinimum }) {
  const { t } = useTranslation('mf-bonus');
  const currency = useCurrency();
  const { progress, lostAt, minimum } = way;
  if (progress?.betsOpen) {
    return (
      <Alert tone="warning" title={t('end.notYet')}>
        {t('condition.betsOpen')}
      </Alert>
    );
  }
  switch (progress?.state) {
    case 'MET':
      return <Alert tone="success">{t('end.met')}</Alert>;
    case 'LOST':
      return progress.inGames > 0 ? (
        <Alert tone="danger" title={t('end.costs', { amount: amountText(progress.inGames, currency) })}>
          {t('end.costsText')}
        </Alert>
      ) : (
        <Alert>{t('end.costsNothing')}</Alert>
      );
    case 'OPEN':
      return (
        <Alert tone="warning" title={t('end.notYet')}>
          {t('end.notYetText', { lostAt: amountText(lostAt, currency), minimum: amountText(minimum, currency) })}
        </Alert>
      );
    default:
      return null;
  }
}

/** Fills `bonus.end`: asks before the active condition is ended, and says what that takes away. */
export default function EndDialog({ way, open, onClose }: Slots['bonus.end']) {
  const { t } = useTranslation(['mf-bonus', 'reward', 'common']);
  // By when it was received: a call about one condition is never sent to end the next.
  const receivedAt = useAsOpened(open, way?.progress?.receivedAt);
  const call = useKeyedCall<Record<string, never>, Ok>({
    operation: `clearBonus ${receivedAt}`,
    send: (_, options) => clearBonus(options),
    onDone: ({ message }) => {
      toast.success(errorText(message));
      onClose();
    },
  });
  useFoundDone({
    call,
    done: receivedAt !== undefined && way !== undefined && way.progress?.receivedAt !== receivedAt,
    onFound: () => {
      toast.success(errorText('BONUS_CLEAR'));
      onClose();
    },
  });
  const leave = () => {
    onClose();
    call.forgetError();
  };
  const refused = call.error !== null && !call.unknown;
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('reward:bonus.cancel')}
      role="alertdialog"
      busy={call.sending}
      footer={
        refused ? (
          <Button onClick={leave}>{t('common:action.close')}</Button>
        ) : (
          <CallFooter
            call={call}
            tone="danger"
            label={t('reward:bonus.cancel')}
            // Beside "cancel bonus" a plain "cancel" could mean either.
            cancelLabel={t('common:action.back')}
            disabled={receivedAt === undefined}
            onSend={() => call.send({})}
            onCancel={leave}
          />
        )
      }
    >
      <div className={styles.body}>
        <CallNotes call={call} what={t('reward:bonus.cancel')} title={t('reward:bonus.cancel')} />
        {!refused && !call.unknown && (
          <>
            <p>{t('reward:bonus.cancelWarning')}</p>
            {way && <Cost way={way} />}
            {way?.progress?.state !== 'MET' && <p className={styles.note}>{t('reward:rule.clearsGames')}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
}
