import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Dialog } from '@krapao/kit/ui/dialog';
import { useTranslation } from 'react-i18next';
import type { RefundCheck } from '../../api/gen/model';
import { CallFooter } from '../../shared/call-footer';
import { CallNotes } from '../../shared/call-notes';
import { Terms } from '../../shared/terms';
import styles from './refund.module.css';
import type { useRefund } from './use-refund';

interface RefundConfirmProps {
  check: RefundCheck;
  refund: ReturnType<typeof useRefund>;
  currency: Currency | undefined;
}

/** Asks before the refund is paid into the wallet: it brings a condition with it. */
export function RefundConfirm({ check, refund, currency }: RefundConfirmProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const { pay, confirming, cancel } = refund;
  const amount = amountText(check.refundAmount, currency);
  return (
    <Dialog
      open={confirming}
      onClose={cancel}
      title={t('reward:refund.addWallet')}
      role="alertdialog"
      busy={pay.sending}
      footer={
        <CallFooter call={pay} label={t('reward:refund.addWallet')} onSend={() => pay.send({})} onCancel={cancel} />
      }
    >
      <div className={styles.body}>
        <CallNotes call={pay} what={amount} />
        <p>{t('refund.confirm', { amount })}</p>
        <Terms
          success={check.refundSuccess}
          fail={check.refundFail}
          rules={['turnover', 'withdrawAll', 'beforeDeposit']}
        />
      </div>
    </Dialog>
  );
}
