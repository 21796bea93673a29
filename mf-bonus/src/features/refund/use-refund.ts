import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useState } from 'react';
import type { RefundCheck, RefundReceipt } from '../../api/gen/model';
import { addRefundToWallet, receiveRefund } from '../../api/gen/portal';
import { useFoundDone } from '../../shared/use-found-done';
import { useKeyedCall } from '../../shared/use-keyed-call';

type Nothing = Record<string, never>;

/**
 * The two steps of a refund: it is reserved at its amount of this moment, and after a confirmation it is paid. One that
 * was reserved before needs the second step only. Each day's refund has its own calls: one whose answer was lost says
 * nothing about the next.
 */
export function useRefund(check: RefundCheck | undefined) {
  const [day, setDay] = useState(check?.day);
  // Without a refund there is no day: what was sent is about the last one.
  if (check?.day !== undefined && check.day !== day) setDay(check.day);
  const [confirming, setConfirming] = useState(false);
  const reserve = useKeyedCall<Nothing, RefundReceipt>({
    operation: `receiveRefund ${day}`,
    send: (_, options) => receiveRefund(options),
    toasts: true,
    onDone: (_, here) => {
      if (here) setConfirming(true);
    },
  });
  const pay = useKeyedCall<Nothing, RefundReceipt>({
    operation: `addRefundToWallet ${day}`,
    send: (_, options) => addRefundToWallet(options),
    toasts: true,
    onDone: ({ message }) => {
      toast.success(errorText(message));
      setConfirming(false);
    },
  });
  useFoundDone({ call: reserve, done: check?.isReserved === true && check.day === day, onFound: () => undefined });
  // Paid: nothing is left to receive, and its condition is there.
  useFoundDone({
    call: pay,
    done: check?.result === false && check.bonus,
    onFound: () => {
      toast.success(errorText('REFUND_SUCCESS'));
      setConfirming(false);
    },
  });
  return {
    reserve,
    pay,
    confirming,
    sending: reserve.sending || pay.sending,
    /** Reserves, or asks at once where that was done. */
    begin: () => {
      if (check?.isReserved) setConfirming(true);
      else reserve.send({});
    },
    cancel: () => {
      setConfirming(false);
      pay.forgetError();
    },
    leave: () => {
      setConfirming(false);
      reserve.forgetError();
      pay.forgetError();
    },
  };
}
