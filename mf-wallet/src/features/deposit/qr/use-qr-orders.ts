import { errorCode, useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '../../../api/gen/model';
import { cancelQrCode, createQrCode } from '../../../api/gen/portal';
import { isShown, type ShownQr } from './qr-state';
import type { useQrDeposit } from './use-qr-deposit';

/** What the member wants: so much, through that gateway. */
export interface QrOrder {
  gateway: string;
  amount: number;
}

/** A refused order and the active QR code that is in its way, as far as the server named it. */
export interface Blocked {
  order: QrOrder;
  by: QrCode;
}

/** Creates and cancels QR codes. */
export function useQrOrders({ state, setQr, refetchOthers, reset }: ReturnType<typeof useQrDeposit>) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  const create = useKeyedMutation<QrOrder, QrCode>({
    operation: 'createQrCode',
    independent: true,
    send: ({ gateway, amount }, options) => createQrCode(gateway, { amount }, options),
    onSettled: async (answer, order) => {
      if (isShown(answer)) {
        await setQr(answer.gatewayCode, answer);
        refetchOthers(answer.gatewayCode);
      } else if (answer.message === 'QR_ACTIVE') setBlocked({ order, by: answer });
      else if (answer.status === 'PAID' || answer.status === 'REVIEW') {
        // It was paid while it was being made.
        if (answer.status === 'PAID') toast.success(t('qr.paid'));
        else toast.info(t('qr.review'));
        void refresh('getWallet', 'listDeposits');
      } else toast.error(errorText(answer.message ?? 'QR_FAIL'));
    },
    onFailed: (error) => toast.failure(error),
  });
  const order = (next: QrOrder) => {
    setBlocked(null);
    create.start(next);
  };
  // A code that is seen answers the order whose answer was lost: the next one of that amount is another code.
  const { forget } = create;
  const seen = state.kind === 'active' ? state.qr : undefined;
  useEffect(() => {
    if (seen) forget({ gateway: seen.gatewayCode, amount: seen.amount });
  });

  const cancel = useMutation({
    mutationFn: (id: string) => cancelQrCode(id),
    onError: (error) => {
      // It was paid meanwhile: the gateways tell.
      if (errorCode(error) === 'QR_PAID') refetchOthers();
      else toast.error(errorText(error));
    },
  });

  return {
    create: order,
    creating: create.state.kind === 'sending' || (cancel.isPending && blocked !== null),
    blocked,
    /** Shows the active QR code instead of the refused order. */
    showActive: () => {
      setBlocked(null);
      refetchOthers();
    },
    /** Cancels the active QR code and orders again. */
    replaceActive: () => {
      if (blocked?.by.qrcodeId === undefined) return;
      const refused = blocked.order;
      cancel.mutate(blocked.by.qrcodeId, { onSuccess: () => order(refused) });
    },
    cancel: (qr: ShownQr) =>
      cancel.mutate(qr.qrcodeId, {
        onSuccess: async () => {
          await setQr(qr.gatewayCode, { hasQrcode: false });
          reset();
          toast.info(t('qr.cancelled'));
        },
      }),
    cancelling: cancel.isPending,
  };
}
