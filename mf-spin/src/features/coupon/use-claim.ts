import { useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinClaimRequest, SpinClaimResponse, SpinCoupon } from '../../api/gen/model';
import { claimSpinCoupon } from '../../api/gen/portal';

/** Presses within this time are one (specification 5), in milliseconds. */
const DEBOUNCE_MS = 500;

/** Where a claim stands: to be confirmed, or done, with the code of a coupon that is one. */
export type ClaimState =
  | { kind: 'asking'; sending: boolean; refusal: string | null; failure: unknown }
  | { kind: 'done'; code?: string };

/** Claims a coupon, once. */
export function useClaim({ _id, prize }: SpinCoupon) {
  const { t } = useTranslation('spin');
  const refresh = useRefresh();
  const [done, setDone] = useState<{ code?: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const pressed = useRef(Number.NEGATIVE_INFINITY);

  const reload = () => {
    // A coupon may be money: the wallet shows it.
    void refresh('listSpinCoupons', 'getSpinSetup', 'listSpins', 'getWallet', 'listStatements');
  };
  const keyed = useKeyedMutation<SpinClaimRequest, SpinClaimResponse>({
    operation: 'claimSpinCoupon',
    independent: true,
    send: claimSpinCoupon,
    onSettled: ({ success, error, code }, _, { here }) => {
      reload();
      if (!success && here) setRefusal(error ? t(`error.${error}`) : errorText('INTERNAL_SERVER_ERROR'));
      if (success && here) setDone(code === undefined ? {} : { code });
      if (success && !here) toast.success(t('claim.received', { label: prize.slice.label }));
    },
    onFailed: (error, _, { here }) => {
      if (here) setFailure(error);
      else toast.failure(error);
    },
  });
  const forgetError = () => {
    setRefusal(null);
    setFailure(null);
  };
  const state: ClaimState = done
    ? { kind: 'done', ...done }
    : { kind: 'asking', sending: keyed.state.kind === 'sending', refusal, failure };
  return {
    state,
    claim: () => {
      const now = performance.now();
      if (now - pressed.current < DEBOUNCE_MS) return;
      pressed.current = now;
      forgetError();
      keyed.start({ coupon: _id });
    },
    forgetError,
  };
}
