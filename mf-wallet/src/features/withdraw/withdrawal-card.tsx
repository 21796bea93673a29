import { formatAccountNumber } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Badge } from '@krapao/kit/ui/badge';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { Money } from '@krapao/kit/ui/money';
import { ShareButton } from '@krapao/kit/ui/share-button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalRecord } from '../../api/gen/model';
import { isOneOf } from '../../shared/is-one-of';
import { outcomeOf, STATUS_TONE } from '../../shared/outcome';
import { usePartyName } from '../../shared/party-name';
import { Reference } from '../../shared/reference';
import { statusKey } from './status-key';
import { useReceipt } from './use-receipt';
import { useCancelWithdrawal } from './use-withdrawals';
import styles from './withdraw.module.css';
import { WithdrawalTimeline } from './withdrawal-timeline';

/** Codes of a bank's refusal that tell the member what to do; every other is shown as one without a reason. */
const REFUSALS = ['NO_ACCOUNT', 'NAME_DIFFERS', 'BANK_DOWN', 'LIMIT'] as const;

/** Why it was not paid: a bank's code in words, or what the operator wrote. */
function useReason({ reason, timeline }: WithdrawalRecord): string | undefined {
  const { t } = useTranslation('mf-wallet');
  if (!reason || timeline.at(-1)?.step !== 'REFUSED') return reason;
  return t(`withdraw.refusal.${isOneOf(REFUSALS, reason) ? reason : 'OTHER'}`);
}

interface WithdrawalCardProps {
  withdrawal: WithdrawalRecord;
  /** The money moved back: the wallet and the list are to be read again. */
  onChanged: () => void;
}

function CancelButton({ withdrawal, onChanged }: WithdrawalCardProps) {
  const { t } = useTranslation('mf-wallet');
  const [asking, setAsking] = useState(false);
  const { cancel, cancelling } = useCancelWithdrawal({
    reference: withdrawal.reference,
    onChanged,
    onEnd: () => setAsking(false),
  });
  const amount = amountText(withdrawal.amount, withdrawal.currency);
  return (
    <>
      <Button variant="secondary" size="small" block onClick={() => setAsking(true)}>
        {t('withdraw.cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={cancel}
        title={t('withdraw.cancelTitle')}
        confirmLabel={t('withdraw.cancel')}
        cancelLabel={t('withdraw.keep')}
        tone="danger"
        loading={cancelling}
      >
        {t('withdraw.cancelText', { amount })}
      </ConfirmDialog>
    </>
  );
}

/** One withdrawal: how much, to where, how far it has come, and taking it back while that can be done. */
export function WithdrawalCard({ withdrawal, onChanged }: WithdrawalCardProps) {
  const { t } = useTranslation('mf-wallet');
  const { amount, currency, cutAmount, bankCode, bankAccountNo, reference, canCancel } = withdrawal;
  const partyName = usePartyName();
  const receiptOf = useReceipt();
  const reason = useReason(withdrawal);
  const status = outcomeOf(withdrawal);
  return (
    <Card tone="sunken" className={styles.withdrawal}>
      <div className={styles.head}>
        <Money value={amount} currency={currency} size="large" />
        <Badge tone={STATUS_TONE[status]}>{t(statusKey(status))}</Badge>
      </div>
      <div className={styles.destination}>
        <BankLogo code={bankCode} />
        <p className={styles.words}>
          <span className={styles.strong}>{partyName(bankCode)}</span>
          <span className={styles.number}>{formatAccountNumber(bankAccountNo)}</span>
        </p>
      </div>
      {cutAmount > 0 && (
        <p className={styles.soft}>{t('withdraw.wasCut', { amount: amountText(cutAmount, currency) })}</p>
      )}
      {reason && <p className={styles.reason}>{t('withdraw.reason', { reason })}</p>}
      <WithdrawalTimeline withdrawal={withdrawal} />
      <Reference
        reference={reference}
        copyLabel={t('withdraw.copyReference')}
        action={<ShareButton {...receiptOf(withdrawal, status)} label={t('withdraw.share')} compact />}
      />
      {canCancel && <CancelButton withdrawal={withdrawal} onChanged={onChanged} />}
    </Card>
  );
}
