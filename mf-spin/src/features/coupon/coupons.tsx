import { formatDate } from '@krapao/kit/format';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Pager } from '@krapao/kit/ui/pager';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinCoupon } from '../../api/gen/model';
import { useListSpinCoupons } from '../../api/gen/portal';
import { ClaimDialog } from './claim-dialog';
import { useCouponAmount } from './coupon-amount';
import styles from './coupons.module.css';

/** Coupons a page (specification 9). */
const PAGE_SIZE = 3;

interface TableProps {
  coupons: SpinCoupon[];
  /** How many stand before these. */
  before: number;
  onClaim: (coupon: SpinCoupon) => void;
}

function Table({ coupons, before, onClaim }: TableProps) {
  const { t } = useTranslation(['mf-spin', 'spin']);
  const amountOf = useCouponAmount();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('spin:coupon.index')}</th>
          <th scope="col">{t('spin:coupon.prize')}</th>
          <th scope="col">{t('spin:coupon.amount')}</th>
          <th scope="col">
            <span className={styles.claimHead}>{t('spin:coupon.claim')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coupons.map((coupon, index) => (
          <tr key={coupon._id}>
            <td>{before + index + 1}</td>
            <td>
              <span className={styles.label}>{coupon.prize.slice.label}</span>
              {coupon.prize.name !== coupon.prize.slice.label && (
                <span className={styles.name}>{coupon.prize.name}</span>
              )}
              {coupon.expireAt && (
                <span className={styles.name}>{t('coupon.until', { date: formatDate(coupon.expireAt) })}</span>
              )}
            </td>
            <td>{amountOf(coupon)}</td>
            <td>
              <Button
                size="small"
                aria-haspopup="dialog"
                aria-label={t('coupon.claimOf', { label: coupon.prize.slice.label })}
                onClick={() => onClaim(coupon)}
              >
                {t('spin:coupon.claim')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Fills `spin.coupons`: what the member has won and can still claim, three a page. */
export default function Coupons() {
  const { t } = useTranslation('mf-spin');
  const query = useListSpinCoupons({ query: { staleTime: 0 } });
  const [wanted, setPage] = useState(1);
  const [claimed, setClaimed] = useState<SpinCoupon | null>(null);
  const [open, setOpen] = useState(false);
  const total = query.data?.length ?? 0;
  // The last coupon of the last page may be gone.
  const page = Math.max(1, Math.min(wanted, Math.ceil(total / PAGE_SIZE)));
  const before = (page - 1) * PAGE_SIZE;
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{t('coupon.title')}</h2>
      <QueryView
        query={query}
        loading={Array.from({ length: PAGE_SIZE }, (_, index) => <Skeleton key={index} shape="block" height={56} />)}
        loadingClass={styles.waiting}
        empty={() =>
          total === 0 && <EmptyState icon={<Ticket />} title={t('coupon.empty')} text={t('coupon.emptyText')} />
        }
      >
        {(coupons) => (
          <>
            <Table
              coupons={coupons.slice(before, before + PAGE_SIZE)}
              before={before}
              onClaim={(coupon) => {
                setClaimed(coupon);
                setOpen(true);
              }}
            />
            <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={setPage} />
          </>
        )}
      </QueryView>
      {claimed && <ClaimDialog key={claimed._id} coupon={claimed} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}
