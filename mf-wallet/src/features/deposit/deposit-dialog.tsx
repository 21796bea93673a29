import { buttonClass } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { type TabItem, Tabs } from '@krapao/kit/ui/tabs';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getGetWalletQueryKey, getListStatementsQueryKey, useGetDepositLookup } from '../../api/gen/portal';
import { BankTab, WalletTab } from './account-tabs';
import { amountText } from './amount-text';
import { type Channels, channelsOf } from './channels';
import styles from './qr.module.css';
import { QrFooter } from './qr-footer';
import type { ShownQr } from './qr-state';
import { QrTab } from './qr-tab';
import { useQrDeposit } from './use-qr-deposit';
import { useQrEntry } from './use-qr-entry';
import { useQrOrders } from './use-qr-orders';

/** The props of the place `wallet.deposit`. */
export interface DepositDialogProps {
  open: boolean;
  onClose: () => void;
  /** The registered phone number, when it is known. */
  phone: string | undefined;
}

const NONE: Channels = { accounts: [], gateways: [], wallets: [] };

/** Deposits by bank account, QR code or e-wallet. It stays mounted while closed, so that a payment is still noticed. */
export default function DepositDialog({ open, onClose, phone }: DepositDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  const queries = useQueryClient();
  const lookup = useGetDepositLookup({ query: { enabled: open } });
  const { accounts, gateways, wallets } = useMemo(() => (lookup.data ? channelsOf(lookup.data) : NONE), [lookup.data]);

  const refreshMoney = useCallback(() => {
    void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
  }, [queries]);
  const onPaid = useCallback(
    (qr: ShownQr) => {
      const currency = gateways.find(({ code }) => code === qr.gatewayCode)?.currency ?? 'BAHT';
      toast.success(t('qr.paidToast', { amount: amountText(qr.amount, currency) }));
      refreshMoney();
    },
    [gateways, refreshMoney, t],
  );
  const deposit = useQrDeposit({ gateways, open, onPaid });
  const orders = useQrOrders(deposit);
  const entry = useQrEntry(gateways);
  const [chosen, setChosen] = useState<string>();
  const transferred = () => {
    toast.info(t('qr.checking'));
    refreshMoney();
    onClose();
  };

  const tabs: TabItem[] = [];
  if (accounts.length > 0) {
    tabs.push({
      value: 'bank',
      label: t('deposit.bankTab'),
      icon: <Landmark />,
      content: <BankTab accounts={accounts} />,
    });
  }
  if (gateways.length > 0) {
    const content = <QrTab gateways={gateways} deposit={deposit} entry={entry} orders={orders} onDone={onClose} />;
    tabs.push({ value: 'qr', label: t('deposit.qrTab'), icon: <QrCode />, content });
  }
  if (wallets.length > 0) {
    const content = <WalletTab wallets={wallets} phone={phone} />;
    tabs.push({ value: 'wallet', label: t('deposit.walletTab'), icon: <WalletMinimal />, content });
  }

  // The QR code first, where there is one: it is credited by itself.
  const tab = tabs.find(({ value }) => value === (chosen ?? 'qr')) ?? tabs[0];
  const footer = tab?.value === 'qr' && (
    <QrFooter
      state={deposit.state}
      entry={entry}
      orders={orders}
      onTransferred={transferred}
      onDone={onClose}
      onAgain={deposit.reset}
    />
  );

  return (
    <Dialog open={open} onClose={onClose} title={t('deposit.title')} footer={footer}>
      {lookup.data ? (
        tabs.length > 1 ? (
          <Tabs label={t('deposit.ways')} items={tabs} value={tab?.value} onValueChange={setChosen} />
        ) : (
          (tab?.content ?? (
            <EmptyState
              icon={<Landmark />}
              title={t('deposit.none')}
              text={t('deposit.noneText')}
              action={
                <Link to="/user/contact" className={buttonClass({ variant: 'secondary' })}>
                  {t('deposit.contact')}
                </Link>
              }
            />
          ))
        )
      ) : lookup.error && !lookup.isFetching ? (
        <ErrorState error={lookup.error} onRetry={() => void lookup.refetch()} />
      ) : (
        <div className={styles.form} aria-busy="true" role="status" aria-label={t('common:loading')}>
          <Skeleton shape="block" height={60} />
          <Skeleton shape="block" height={84} />
          <Skeleton shape="block" height={104} />
          <Skeleton shape="block" height={52} />
        </div>
      )}
    </Dialog>
  );
}
