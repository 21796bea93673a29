import { errorCode, isUnanswered, newIdempotencyKey, type RequestOptions } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '../../api/gen/model';
import { cancelQrCode, createQrCode } from '../../api/gen/portal';
import { isShown, type ShownQr } from './qr-state';
import type { useQrDeposit } from './use-qr-deposit';

/** What the member wants: so much, through that gateway. */
export interface QrOrder {
  gateway: string;
  amount: number;
}

/** A refused order and the living QR code that is in its way, as far as the server named it. */
export interface Blocked {
  order: QrOrder;
  by: QrCode;
}

/** Creates and cancels QR codes. The same wish keeps its idempotency key until the server has answered it. */
export function useQrOrders({ learn, ask, reset }: ReturnType<typeof useQrDeposit>) {
  const { t } = useTranslation('mf-wallet');
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const wish = useRef<(QrOrder & { key: string }) | null>(null);

  const create = useMutation({
    mutationFn: ({ gateway, amount }: QrOrder) => {
      const same = wish.current?.gateway === gateway && wish.current.amount === amount;
      const key = same && wish.current ? wish.current.key : newIdempotencyKey();
      wish.current = { gateway, amount, key };
      const options: RequestOptions = { idempotencyKey: key };
      return createQrCode(gateway, { amount }, options);
    },
    onMutate: () => setBlocked(null),
    onSuccess: async (answer, order) => {
      wish.current = null;
      if (isShown(answer)) {
        await learn(answer.gatewayCode, answer);
        ask(answer.gatewayCode);
      } else if (answer.message === 'QR_ACTIVE') setBlocked({ order, by: answer });
      else toast.error(errorText(answer.message ?? 'QR_FAIL'));
    },
    onError: (error) => {
      if (!isUnanswered(error)) wish.current = null;
      toast.error(errorText(error));
    },
  });

  const cancel = useMutation({
    mutationFn: (id: string) => cancelQrCode(id),
    onError: (error) => {
      // It was paid meanwhile: the gateways tell.
      if (errorCode(error) === 'NO_DATA') ask();
      else toast.error(errorText(error));
    },
  });

  return {
    create: (order: QrOrder) => create.mutate(order),
    creating: create.isPending || (cancel.isPending && blocked !== null),
    blocked,
    /** Shows the living QR code instead of the refused order. */
    showActive: () => {
      setBlocked(null);
      ask();
    },
    /** Cancels the living QR code and orders again. */
    replaceActive: () => {
      if (blocked?.by.qrcodeId === undefined) return;
      const { order } = blocked;
      cancel.mutate(blocked.by.qrcodeId, { onSuccess: () => create.mutate(order) });
    },
    cancel: (qr: ShownQr) =>
      cancel.mutate(qr.qrcodeId, {
        onSuccess: async () => {
          await learn(qr.gatewayCode, { hasQrcode: false });
          reset();
          toast.info(t('qr.cancelled'));
        },
      }),
    cancelling: cancel.isPending,
  };
}
