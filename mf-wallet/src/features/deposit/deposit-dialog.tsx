import { Slot, type Slots } from '@krapao/kit/federation';
import { EnglishNameDialog } from '@krapao/kit/forms/english-name-dialog';
import { bankName, useLocale } from '@krapao/kit/i18n';
import { buttonClass } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { type TabItem, Tabs } from '@krapao/kit/ui/tabs';
import { Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useGetDepositLookup, useGetWallet } from '../../api/gen/portal';
import stack from '../../shared/stack.module.css';
import { BankTab } from './bank/bank-tab';
import { useEnglishName } from './bank/use-english-name';
import { type Channels, channelsOf } from './channels';
import { ClaimDialog } from './claim-dialog';
import { DepositShortcuts } from './deposit-shortcuts';
import DepositListDialog from './list/deposit-list-dialog';
import { QrFooter } from './qr/qr-footer';
import { QrTab } from './qr/qr-tab';
import { useQrDeposit } from './qr/use-qr-deposit';
import { useQrEntry } from './qr/use-qr-entry';
import { useQrOrders } from './qr/use-qr-orders';
import { useDepositMoney } from './use-deposit-money';
import { useDepositShortcuts } from './use-deposit-shortcuts';
import { GiftFooter } from './wallet/gift-footer';
import { useGiftLink } from './wallet/use-gift-link';
import { WalletTab } from './wallet/wallet-tab';

const NONE: Channels = { accounts: [], gateways: [], wallets: [], taker: undefined };

const LOADING = (
  <>
    <Skeleton shape="block" height={60} />
    <Skeleton shape="block" height={84} />
    <Skeleton shape="block" height={104} />
    <Skeleton shape="block" height={52} />
  </>
);

function Nothing() {
  const { t } = useTranslation('mf-wallet');
  return (
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
  );
}

/** Deposits by bank account, QR code or e-wallet. It stays mounted while closed, so that a payment is still noticed. */
export default function DepositDialog({ open, onClose, phone }: Slots['wallet.deposit']) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  const lookup = useGetDepositLookup({ query: { enabled: open } });
  const wallet = useGetWallet({ query: { enabled: open } });
  const channels = useMemo(() => (lookup.data ? channelsOf(lookup.data) : NONE), [lookup.data]);
  const { accounts, gateways, wallets, taker } = channels;
  const isManual = lookup.data?.isManual ?? false;

  const listed = accounts[0] ?? wallets[0] ?? gateways[0];
  const currency = wallet.data?.profile.currency ?? listed?.currency ?? 'BAHT';
  const money = useDepositMoney(currency);
  const deposit = useQrDeposit({ gateways, open, onPaid: money.paid });
  const orders = useQrOrders(deposit);
  const entry = useQrEntry(gateways, orders);
  const shownWay = useRef<string>(undefined);
  const gift = useGiftLink({ taker, onChanged: money.refresh, isShown: () => shownWay.current === 'wallet' });
  const english = useEnglishName({ open, wallet: wallet.data, walletFailed: wallet.isError });
  const [chosen, setChosen] = useState<string>();
  // Whoever opens it for the QR code that waits sees that one first.
  if (!open && chosen !== undefined) setChosen(undefined);
  const transferred = () => {
    money.checking();
    onClose();
  };

  const tabs: TabItem[] = [];
  if (accounts.length > 0) {
    tabs.push({
      value: 'bank',
      label: t('deposit.bankTab'),
      icon: <Landmark />,
      content: <BankTab accounts={accounts} copy={english.copy} isManual={isManual} />,
    });
  }
  if (gateways.length > 0 || 'qr' in deposit.state) {
    const content = (
      <QrTab gateways={gateways} currency={currency} deposit={deposit} entry={entry} orders={orders} onDone={onClose} />
    );
    tabs.push({ value: 'qr', label: t('deposit.qrTab'), icon: <QrCode />, content });
  }
  if (wallets.length > 0 || taker) {
    const content = (
      <WalletTab
        numbers={wallets}
        taker={taker}
        phone={phone ?? wallet.data?.profile.username}
        isManual={isManual}
        gift={gift}
      />
    );
    tabs.push({ value: 'wallet', label: t('deposit.walletTab'), icon: <WalletMinimal />, content });
  }

  // The QR code first, where there is one: it is credited by itself.
  const tab = tabs.find(({ value }) => value === (chosen ?? 'qr')) ?? tabs[0];
  // There is no way to deposit, but there may be a QR code to pay.
  const searching = tabs.length === 0 && deposit.state.kind === 'loading';
  // It may have been paid too late, or by somebody who looks at it in vain.
  const over = tab?.value === 'qr' && ['expired', 'ended', 'review'].includes(deposit.state.kind);
  const shortcuts = useDepositShortcuts({
    transfers: over || tab?.value === 'bank' || (tab?.value === 'wallet' && wallets.length > 0 && !gift.receipt),
    slips: tab?.value === 'bank',
    list: tab !== undefined && (tab.value !== 'qr' || deposit.state.kind === 'form' || over),
    contact: over,
  });
  const way = open && shortcuts.shown === null ? tab?.value : undefined;
  useEffect(() => {
    shownWay.current = way;
    return () => {
      shownWay.current = undefined;
    };
  }, [way]);
  const footer = () => {
    if (tab?.value === 'wallet' && taker) return <GiftFooter gift={gift} onDone={onClose} />;
    if (tab?.value !== 'qr') return undefined;
    return (
      <QrFooter
        state={deposit.state}
        entry={entry}
        orders={orders}
        onTransferred={transferred}
        onDone={onClose}
        onAgain={deposit.reset}
      />
    );
  };
  return (
    <>
      <Dialog open={open} onClose={onClose} title={t('deposit.title')} footer={footer()}>
        <QueryView
          query={searching ? { ...lookup, data: undefined } : lookup}
          loading={LOADING}
          loadingClass={stack.stack}
          empty={() => tabs.length === 0 && <Nothing />}
        >
          {() => (
            <>
              {tabs.length > 1 ? (
                <Tabs label={t('deposit.ways')} items={tabs} value={tab?.value} onValueChange={setChosen} />
              ) : (
                tab?.content
              )}
              {shortcuts.items.length > 0 && <DepositShortcuts label={t('deposit.more')} items={shortcuts.items} />}
            </>
          )}
        </QueryView>
      </Dialog>
      {english.account && (
        <EnglishNameDialog
          open={open && english.asking}
          onClose={english.close}
          name={english.account.bankAccountName}
          description={t('deposit.englishName', { bank: bankName(english.account.bank, locale) })}
          onSave={english.save}
        />
      )}
      <ClaimDialog
        open={open && shortcuts.shown === 'claim'}
        onClose={shortcuts.close}
        currency={currency}
        onClaimed={() => shortcuts.show('list')}
      />
      <DepositListDialog open={open && shortcuts.shown === 'list'} onClose={shortcuts.close} />
      {shortcuts.slipAsked && (
        <Slot
          name="wallet.slip"
          with={{ open: open && shortcuts.shown === 'slip', onClose: shortcuts.close, view: 'upload' }}
          pending={<LoadingOverlay active={shortcuts.shown === 'slip'} />}
        />
      )}
    </>
  );
}
