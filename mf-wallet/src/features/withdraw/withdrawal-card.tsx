import { formatAccountNumber } from '@krapao/kit/format';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { Money } from '@krapao/kit/ui/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalRecord } from '../../api/gen/model';
import { amountText } from '../../text/amount-text';
import { usePartyName } from '../../text/party-name';
import { Reference } from '../../text/reference';
import { statusOf } from './status';
import { Timeline } from './timeline';
import { useCancelWithdrawal } from './use-withdrawals';
import styles from './withdraw.module.css';

/** Codes of a bank's refusal that tell the member what to do; every other is told as one that has no reason. */
const REFUSALS: readonly string[] = ['NO_ACCOUNT', 'NAME_DIFFERS', 'BANK_DOWN', 'LIMIT'];

/** Why it was not paid: a bank's code in words, or what the operator wrote. */
function useReason({ reason, timeline }: WithdrawalRecord): string | undefined {
  const { t } = useTranslation('mf-wallet');
  if (!reason || timeline.at(-1)?.step !== 'REFUSED') return reason;
  return t(`withdraw.refusal.${REFUSALS.includes(reason) ? reason : 'OTHER'}`);
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
  const reason = useReason(withdrawal);
  const status = statusOf(withdrawal.status);
  return (
    <Card tone="sunken" className={styles.withdrawal}>
      <div className={styles.head}>
        <Money value={amount} currency={currency} size="large" />
        <span className={styles.status} data-status={status}>
          {t(`withdraw.status.${status}`)}
        </span>
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
      <Timeline withdrawal={withdrawal} />
      <Reference reference={reference} copyLabel={t('withdraw.copyReference')} />
      {canCancel && <CancelButton withdrawal={withdrawal} onChanged={onChanged} />}
    </Card>
  );
}
