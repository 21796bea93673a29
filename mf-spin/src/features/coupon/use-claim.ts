import { useKeyedMutation } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinClaimRequest, SpinClaimResponse, SpinCoupon } from '../../api/gen/model';
import {
  claimSpinCoupon,
  getGetSpinSetupQueryKey,
  getListSpinCouponsQueryKey,
  getListSpinsQueryKey,
} from '../../api/gen/portal';

/** Presses within this time are one (specification 5), in milliseconds. */
const DEBOUNCE_MS = 500;

/** Where a claim stands: to be confirmed, or done, with the code of a coupon that is one. */
export type ClaimState = { kind: 'asking'; sending: boolean; error: string | null } | { kind: 'done'; code?: string };

/** Claims a coupon, once. */
export function useClaim({ _id, prize }: SpinCoupon) {
  const { t } = useTranslation('spin');
  const queries = useQueryClient();
  const [done, setDone] = useState<{ code?: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const pressed = useRef(Number.NEGATIVE_INFINITY);

  const reload = () => {
    void queries.invalidateQueries({ queryKey: getListSpinCouponsQueryKey() });
    void queries.invalidateQueries({ queryKey: getGetSpinSetupQueryKey() });
    void queries.invalidateQueries({ queryKey: getListSpinsQueryKey().slice(0, 2) });
  };
  const keyed = useKeyedMutation<SpinClaimRequest, SpinClaimResponse>({
    operation: 'claimSpinCoupon',
    independent: true,
    send: claimSpinCoupon,
    onSettled: ({ success, error: refusal, code }, _, { here }) => {
      reload();
      if (!success && here) setError(t(`error.${refusal}`));
      if (success && here) setDone(code === undefined ? {} : { code });
      if (success && !here) toast.success(t('claim.received', { label: prize.slice.label }));
    },
    onFailed: (failure, _, { here }) => {
      if (here) setError(errorText(failure));
      else toast.error(errorText(failure));
    },
  });
  const state: ClaimState = done
    ? { kind: 'done', ...done }
    : { kind: 'asking', sending: keyed.state.kind === 'sending', error };
  return {
    state,
    claim: () => {
      const now = performance.now();
      if (now - pressed.current < DEBOUNCE_MS) return;
      pressed.current = now;
      setError(null);
      keyed.start({ coupon: _id });
    },
    forgetError: () => setError(null),
  };
}
