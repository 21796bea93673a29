import { Slot } from '@krapao/kit/federation';
import { useLocale } from '@krapao/kit/i18n';
import { buttonClass } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { EnglishNameDialog } from '@krapao/kit/ui/english-name-dialog';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { type TabItem, Tabs } from '@krapao/kit/ui/tabs';
import { Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useGetDepositLookup, useGetWallet } from '../../api/gen/portal';
import { bankName } from '../../text/bank-name';
import { BankTab } from './bank-tab';
import { type Channels, channelsOf } from './channels';
import { ClaimDialog } from './claim-dialog';
import DepositListDialog from './deposit-list-dialog';
import { GiftFooter } from './gift-footer';
import styles from './qr.module.css';
import { QrFooter } from './qr-footer';
import { QrTab } from './qr-tab';
import { useDepositMoney } from './use-deposit-money';
import { useEnglishName } from './use-english-name';
import { useGiftLink } from './use-gift-link';
import { useQrDeposit } from './use-qr-deposit';
import { useQrEntry } from './use-qr-entry';
import { useQrOrders } from './use-qr-orders';
import { useWaysOn } from './use-ways-on';
import { WalletTab } from './wallet-tab';
import { WaysOn } from './way-on';

/** The props of the place `wallet.deposit`. */
export interface DepositDialogProps {
  open: boolean;
  onClose: () => void;
  /** The registered phone number, when it is known. */
  phone: string | undefined;
}

/** What `wallet.slip` gets. */
interface SlipSlotProps {
  open: boolean;
  onClose: () => void;
  view: 'upload' | 'status';
}

const NONE: Channels = { accounts: [], gateways: [], wallets: [], taker: undefined };

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.form} aria-busy="true" role="status" aria-label={t('loading')}>
      <Skeleton shape="block" height={60} />
      <Skeleton shape="block" height={84} />
      <Skeleton shape="block" height={104} />
      <Skeleton shape="block" height={52} />
    </div>
  );
}

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
export default function DepositDialog({ open, onClose, phone }: DepositDialogProps) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  const lookup = useGetDepositLookup({ query: { enabled: open } });
  const wallet = useGetWallet({ query: { enabled: open } });
  const channels = useMemo(() => (lookup.data ? channelsOf(lookup.data) : NONE), [lookup.data]);
  const { accounts, gateways, wallets, taker } = channels;
  const isManual = lookup.data?.isManual ?? false;

  const money = useDepositMoney(gateways);
  const deposit = useQrDeposit({ gateways, open, onPaid: money.paid });
  const orders = useQrOrders(deposit);
  const entry = useQrEntry(gateways);
  const gift = useGiftLink(money.refresh);
  const english = useEnglishName({ open, wallet: wallet.data, walletFailed: wallet.isError });
  const [chosen, setChosen] = useState<string>();
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
  if (gateways.length > 0) {
    const content = <QrTab gateways={gateways} deposit={deposit} entry={entry} orders={orders} onDone={onClose} />;
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
  // It may have been paid too late, or by somebody who looks at it in vain.
  const over = tab?.value === 'qr' && ['expired', 'ended', 'review'].includes(deposit.state.kind);
  const onward = useWaysOn({
    transfers: over || tab?.value === 'bank' || (tab?.value === 'wallet' && wallets.length > 0 && !gift.receipt),
    slips: tab?.value === 'bank',
    list: tab !== undefined && (tab.value !== 'qr' || deposit.state.kind === 'form' || over),
    contact: over,
  });
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
  const content = () => {
    if (lookup.data) {
      return (
        <>
          {tabs.length > 1 ? (
            <Tabs label={t('deposit.ways')} items={tabs} value={tab?.value} onValueChange={setChosen} />
          ) : (
            (tab?.content ?? <Nothing />)
          )}
          {onward.ways.length > 0 && <WaysOn label={t('deposit.more')} ways={onward.ways} />}
        </>
      );
    }
    if (lookup.error && !lookup.isFetching) {
      return <ErrorState error={lookup.error} onRetry={() => void lookup.refetch()} />;
    }
    return <Waiting />;
  };

  return (
    <>
      <Dialog open={open} onClose={onClose} title={t('deposit.title')} footer={footer()}>
        {content()}
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
        open={open && onward.shown === 'claim'}
        onClose={onward.close}
        currency={accounts[0]?.currency ?? wallets[0]?.currency ?? gateways[0]?.currency ?? 'BAHT'}
        onClaimed={() => onward.show('list')}
      />
      <DepositListDialog open={open && onward.shown === 'list'} onClose={onward.close} />
      {onward.slipAsked && (
        <Slot<SlipSlotProps>
          name="wallet.slip"
          with={{ open: open && onward.shown === 'slip', onClose: onward.close, view: 'upload' }}
          pending={<LoadingOverlay active={onward.shown === 'slip'} />}
        />
      )}
    </>
  );
}
