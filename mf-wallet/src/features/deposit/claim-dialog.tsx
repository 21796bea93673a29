import { useKeyedMutation } from '@krapao/kit/api';
import type { Currency } from '@krapao/kit/format';
import { EntryForm, typedAmount, useEntryForm } from '@krapao/kit/forms';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { toast } from '@krapao/kit/ui/toast';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ClaimDepositBody } from '../../api/gen/forms';
import type { DepositClaim, DepositClaimRequest } from '../../api/gen/model';
import { claimDeposit } from '../../api/gen/portal';
import { AmountField } from '../../shared/amount-field';
import stack from '../../shared/stack.module.css';

const schema = z.object({ amount: z.pipe(typedAmount, ClaimDepositBody.shape.amount.check(z.gt(0))) });

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
  const keyed = useKeyedMutation<DepositClaimRequest, DepositClaim>({
    operation: 'claimDeposit',
    independent: true,
    send: claimDeposit,
    onSettled: (claim) => {
      toast.success(t('claim.done', { amount: amountText(claim.amount, currency) }));
      form.reset();
      onClaimed();
    },
    onFailed: (error) => toast.failure(error),
  });
  const sending = keyed.state.kind === 'sending';
  const form = useEntryForm({
    schema,
    defaultValues: { amount: '' },
    pending: sending,
    onSubmit: ({ amount }) => keyed.start({ amount }),
  });
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
          <Button type="submit" form={formId} disabled={!(Number(form.values.amount) > 0)} loading={sending}>
            {t('claim.send')}
          </Button>
        </>
      }
    >
      <EntryForm form={form} id={formId} className={stack.stack}>
        <AmountField label={t('claim.amount')} currency={currency} enterKeyHint="send" {...form.field('amount')} />
        <Alert>{t('claim.text')}</Alert>
      </EntryForm>
    </Dialog>
  );
}
