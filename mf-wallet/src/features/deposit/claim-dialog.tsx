import { useKeyedMutation } from '@krapao/kit/api';
import { type Currency, currencySign } from '@krapao/kit/format';
import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { toast } from '@krapao/kit/ui/toast';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositClaim, DepositClaimRequest } from '../../api/gen/model';
import { claimDeposit } from '../../api/gen/portal';
import { amountText } from '../../text/amount-text';
import styles from './qr.module.css';

/** More digits than any ledger holds are a slip of the thumb. */
const MOST_CHARACTERS = 12;

interface ClaimDialogProps {
  open: boolean;
  onClose: () => void;
  currency: Currency;
  /** The claim is recorded. */
  onClaimed: () => void;
}

/** The member says how much they have transferred, for the operator to look for. It credits nothing by itself. */
export function ClaimDialog({ open, onClose, currency, onClaimed }: ClaimDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'common', 'wallet']);
  const formId = useId();
  const [text, setText] = useState('');
  const amount = Number(text);
  const keyed = useKeyedMutation<DepositClaimRequest, DepositClaim>({
    operation: 'claimDeposit',
    independent: true,
    send: claimDeposit,
    onSettled: (claim) => {
      toast.success(t('claim.done', { amount: amountText(claim.amount, currency) }));
      setText('');
      onClaimed();
    },
    onFailed: (error) => toast.error(errorText(error)),
  });
  const sending = keyed.state.kind === 'sending';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount > 0) keyed.start({ amount });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('claim.title')}
      busy={sending}
      footer={
        <>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" form={formId} disabled={!(amount > 0)} loading={sending}>
            {t('claim.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field
          kind="amount"
          label={t('claim.amount')}
          leading={<span className={styles.sign}>{currencySign(currency)}</span>}
          placeholder="0.00"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={MOST_CHARACTERS}
          value={text}
          onValueChange={setText}
        />
        <Alert>{t('claim.text')}</Alert>
      </form>
    </Dialog>
  );
}
