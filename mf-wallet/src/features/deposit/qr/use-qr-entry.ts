import { typedAmount, useEntryForm } from '@krapao/kit/forms';
import { amountText } from '@krapao/kit/i18n';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CreateQrCodeBody } from '../../../api/gen/forms';
import { useCheckAgain } from '../../../shared/use-check-again';
import type { Gateway } from '../channels';
import type { useQrOrders } from './use-qr-orders';

/** The form of a QR code, as the dialog keeps it. */
export type QrEntry = ReturnType<typeof useQrEntry>;

/** The most that a payment QR code can ask for, in the major unit: its amount has 13 characters (EMVCo, tag 54). */
const MOST = 9_999_999_999.99;

function schemaOf({ below, above, minimum }: { below: string; above: string; minimum: number }) {
  const amount = CreateQrCodeBody.shape.amount.check(z.gte(minimum, { error: below }), z.lte(MOST, { error: above }));
  return z.object({ amount: z.pipe(typedAmount, amount) });
}

/** The gateway and the amount of a new QR code; kept by the dialog, whose footer sends them. */
export function useQrEntry(gateways: Gateway[], { create, creating }: ReturnType<typeof useQrOrders>) {
  const { t } = useTranslation('mf-wallet');
  const [code, choose] = useState<string>();
  const gateway = gateways.find((candidate) => candidate.code === code) ?? gateways[0];
  const { minimum = 1, currency = 'BAHT' } = gateway ?? {};
  const below = t('qr.belowMinimum', { amount: amountText(minimum, currency) });
  const above = t('qr.aboveMaximum', { amount: amountText(MOST, currency) });
  const schema = schemaOf({ minimum, below, above });
  const form = useEntryForm({
    schema,
    defaultValues: { amount: '' },
    say: (text) => text,
    pending: creating,
    onSubmit: ({ amount }) => {
      if (gateway) create({ gateway: gateway.code, amount });
    },
  });
  const field = form.field('amount');
  // The button is shut for an amount that this gateway does not take: it is said why.
  useCheckAgain(below + above, () => {
    if (form.values.amount !== '') form.check('amount');
  });
  const isValid = z.safeParse(schema, form.values).success;
  return {
    form,
    /** Undefined while there is none. */
    gateway,
    choose,
    isValid,
    amount: {
      ...field,
      onValueChange: (text: string) => {
        field.onValueChange(text);
        // Too much is said at once, too little when the field is left: it may still be typed.
        if (Number(text) > MOST) form.check('amount');
      },
      onBlur: () => {
        if (field.value !== '') form.check('amount');
      },
    },
  };
}
