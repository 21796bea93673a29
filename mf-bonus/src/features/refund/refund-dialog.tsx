import { Slot, type Slots } from '@krapao/kit/federation';
import { Dialog } from '@krapao/kit/ui/dialog';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tabs } from '@krapao/kit/ui/tabs';
import { ChartNoAxesColumn, HandCoins, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckRefund, useGetRefundBanners } from '../../api/gen/portal';
import { BannerDialog } from '../../shared/banners';
import { useBannersFirst } from '../../shared/use-banners-first';
import { useCurrency } from '../../shared/use-currency';
import styles from './refund.module.css';
import { RefundConfirm } from './refund-confirm';
import { RefundFooter } from './refund-footer';
import { RefundLog } from './refund-log';
import { RefundToday } from './refund-today';
import { useRefund } from './use-refund';

const LOADING = (
  <>
    <Skeleton shape="block" height={112} />
    <Skeleton width="80%" />
    <Skeleton width="60%" />
  </>
);

/** Fills `bonus.refund`: what the member can receive today, what was received before, and where it comes from. */
export default function RefundDialog({ open, onClose }: Slots['bonus.refund']) {
  const { t } = useTranslation('mf-bonus');
  const [tab, setTab] = useState('today');
  const currency = useCurrency({ enabled: open });
  const bannerQuery = useGetRefundBanners({ query: { enabled: open, retry: false } });
  const { asking, banners, dialogOpen, leave } = useBannersFirst({ open, onClose, query: bannerQuery });
  const check = useCheckRefund({ query: { enabled: dialogOpen, staleTime: 0, refetchOnWindowFocus: 'always' } });
  const refund = useRefund(check.data);
  const close = () => {
    leave();
    refund.leave();
    setTab('today');
  };
  return (
    <>
      <LoadingOverlay active={asking} />
      <BannerDialog title={t('refund.title')} {...banners} />
      <Dialog
        open={dialogOpen}
        onClose={close}
        title={t('refund.title')}
        busy={refund.sending}
        footer={tab === 'today' && check.data?.result ? <RefundFooter check={check.data} refund={refund} /> : undefined}
      >
        <Tabs
          label={t('refund.title')}
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'today',
              label: t('refund.today'),
              icon: <HandCoins />,
              content: (
                <QueryView query={check} loading={LOADING} loadingClass={styles.body}>
                  {(data) => <RefundToday check={data} refund={refund} currency={currency} />}
                </QueryView>
              ),
            },
            {
              value: 'log',
              label: t('refund.log'),
              icon: <History />,
              content: <RefundLog open={dialogOpen && tab === 'log'} currency={currency} />,
            },
            {
              value: 'results',
              label: t('refund.results'),
              icon: <ChartNoAxesColumn />,
              content: <Slot name="bonus.gameResults" with={{ currency }} pending={LOADING} />,
            },
          ]}
        />
        {check.data && <RefundConfirm check={check.data} refund={refund} currency={currency} />}
      </Dialog>
    </>
  );
}
