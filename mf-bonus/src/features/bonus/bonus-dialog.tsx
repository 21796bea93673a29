import { errorCode } from '@krapao/kit/api';
import type { Slots } from '@krapao/kit/federation';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { toast } from '@krapao/kit/ui/toast';
import { useTranslation } from 'react-i18next';
import type { Bonus, UserBonus } from '../../api/gen/model';
import { activateBonus, useGetNotice } from '../../api/gen/portal';
import { Banners } from '../../shared/banners';
import { CallFooter } from '../../shared/call-footer';
import { CallNotes } from '../../shared/call-notes';
import { Terms } from '../../shared/terms';
import { useFoundDone } from '../../shared/use-found-done';
import { useKeyedCall } from '../../shared/use-keyed-call';
import styles from './dialogs.module.css';
import { standingOf } from './standing';

/** What the operator says of every bonus. It says the percentage of this one in place of %percentFail%. */
function Notice({ bonus, open }: { bonus: Bonus; open: boolean }) {
  const notice = useGetNotice({ query: { enabled: open } }).data?.notice;
  return notice ? <SafeHtml html={notice.replaceAll('%percentFail%', String(bonus.percentFail))} /> : null;
}

/** Fills `bonus.offer`: its banners, its conditions, and the button that receives it. */
export default function BonusDialog({ bonus, active, open, onClose }: Slots['bonus.offer']) {
  const { t } = useTranslation(['mf-bonus', 'reward', 'common']);
  const standing = standingOf(bonus);
  const call = useKeyedCall<{ code: string }, UserBonus>({
    // One for each bonus: only one of them can have its effect.
    operation: `activateBonus ${bonus.code}`,
    send: ({ code }, options) => activateBonus(code, options),
    onDone: (_, here) => {
      toast.success(t('bonus.done', { name: bonus.name }));
      if (here) onClose();
    },
    textOf: (failure) => {
      if (errorCode(failure) === 'NO_DATA') return t('bonus.gone');
      return errorCode(failure) === 'BONUS_CONDITION' ? t('bonus.needsDeposit') : undefined;
    },
  });
  // The list says how it ended: it was received.
  useFoundDone({
    call,
    done: standing === 'active',
    onFound: () => toast.success(t('bonus.done', { name: bonus.name })),
  });
  const leave = () => {
    onClose();
    call.forgetError();
  };
  const footer =
    standing === 'active' ? (
      <Button onClick={leave}>{t('common:action.confirm')}</Button>
    ) : (
      <CallFooter
        call={call}
        label={t('reward:bonus.receive')}
        onSend={() => call.send({ code: bonus.code })}
        onCancel={leave}
      />
    );
  return (
    <Dialog open={open} onClose={leave} title={bonus.name} busy={call.sending} footer={footer}>
      <div className={styles.body}>
        <CallNotes call={call} what={bonus.name} />
        {standing === 'active' && <Alert tone="success">{t('bonus.isActive')}</Alert>}
        {standing === 'open' && active?.status && (
          <Alert tone="warning">{t('bonus.otherActive', { name: active.name ?? t('condition.type.other') })}</Alert>
        )}
        <Banners label={bonus.name} banners={bonus.banners} />
        <Terms
          success={bonus.percentSuccess}
          fail={bonus.percentFail}
          rules={['turnover', 'withdrawAll', 'beforeDeposit']}
        />
        <Notice bonus={bonus} open={open} />
      </div>
    </Dialog>
  );
}
