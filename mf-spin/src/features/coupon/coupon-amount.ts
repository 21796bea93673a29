import { formatAmount, NOTHING } from '@krapao/kit/format';
import { useTranslation } from 'react-i18next';
import type { SpinCoupon } from '../../api/gen/model';

/**
 * A coupon's amount as the table shows it: money with its decimals, coins as a number of them, and '-' where there is
 * none.
 */
export function useCouponAmount(): (coupon: Pick<SpinCoupon, 'type' | 'amount'>) => string {
  const { t } = useTranslation('mf-spin');
  return ({ type, amount }) => {
    if (type === 'COIN') return t('wheel.coins', { count: amount });
    return type === 'CASH' || type === 'BONUS' ? formatAmount(amount) : NOTHING;
  };
}
