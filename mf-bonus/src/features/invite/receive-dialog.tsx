import { serverNow } from '@krapao/kit/api';
import type { Slots } from '@krapao/kit/federation';
import { formatDate } from '@krapao/kit/format';
import { amountText, errorText } from '@krapao/kit/i18n';
import { Dialog } from '@krapao/kit/ui/dialog';
import { toast } from '@krapao/kit/ui/toast';
import { useTranslation } from 'react-i18next';
import type { InviteBonusReceipt } from '../../api/gen/model';
import { receiveInviteBonus } from '../../api/gen/portal';
import { CallFooter } from '../../shared/call-footer';
import { CallNotes } from '../../shared/call-notes';
import { Terms } from '../../shared/terms';
import { useAsOpened } from '../../shared/use-as-opened';
import { useFoundDone } from '../../shared/use-found-done';
import { useKeyedCall } from '../../shared/use-keyed-call';
import styles from './invite.module.css';

/** Fills `bonus.receiveInvite`: lists the conditions, and receives the invite bonus on a confirmation. */
export default function ReceiveDialog({ open, onClose, invite, currency }: Slots['bonus.receiveInvite']) {
  const { t } = useTranslation(['mf-bonus', 'reward', 'common']);
  const { invite: asked = invite, day } = useAsOpened(open, { invite, day: formatDate(serverNow()) }) ?? {};
  const call = useKeyedCall<Record<string, never>, InviteBonusReceipt>({
    // By its amount and day: a call about one bonus is never sent to receive the next.
    operation: `receiveInviteBonus ${asked.amount} ${day}`,
    send: (_, options) => receiveInviteBonus(options),
    toasts: true,
    onDone: ({ message }) => {
      toast.success(errorText(message));
      onClose();
    },
  });
  useFoundDone({
    call,
    done: asked.amount > 0 && invite.amount === 0,
    onFound: () => {
      toast.success(errorText('INVITE_BONUS_SUCCESS'));
      onClose();
    },
  });
  const leave = () => {
    onClose();
    call.forgetError();
  };
  const amount = amountText(asked.amount, currency);
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('reward:invite.receiveTitle')}
      role="alertdialog"
      busy={call.sending}
      footer={
        <CallFooter call={call} label={t('common:action.confirm')} onSend={() => call.send({})} onCancel={leave} />
      }
    >
      <div className={styles.body}>
        <CallNotes call={call} what={amount} />
        <p>{t('invite.confirm', { amount })}</p>
        <Terms success={asked.success} fail={asked.fail} rules={['turnover', 'withdrawAll', 'beforeDeposit']} />
      </div>
    </Dialog>
  );
}
