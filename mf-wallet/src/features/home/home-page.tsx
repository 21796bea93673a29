import { Slot } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { Card } from '@krapao/kit/ui/card';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InviteBalance, WalletResponse } from '../../api/gen/model';
import { ActionGrid } from './action-grid';
import { BalanceCard, BalanceCardSkeleton } from './balance-card';
import { GameSections } from './game-sections';
import styles from './home-page.module.css';
import { useAgreement } from './use-agreement';
import { useDepositLink } from './use-deposit-link';
import { useHome } from './use-home';

/** What `home.receiveInvite` gets: the button that receives the invite bonus, shown only while there is one. */
export interface ReceiveInviteProps {
  invite: InviteBalance;
  currency: Currency;
  /** Reads the wallet again. */
  onChanged: () => void;
}

/** What `wallet.deposit` gets. */
export interface DepositSlotProps {
  open: boolean;
  onClose: () => void;
  /** The registered phone number; undefined until the wallet is known. */
  phone: string | undefined;
}

interface HeroProps {
  home: ReturnType<typeof useHome>;
  onChanged: () => void;
}

function Hero({ home: { wallet, checking, check }, onChanged }: HeroProps) {
  if (wallet.data) {
    const { invite, profile }: WalletResponse = wallet.data;
    return (
      <BalanceCard
        data={wallet.data}
        checking={checking}
        onCheck={() => void check()}
        receiveInvite={
          <Slot<ReceiveInviteProps>
            name="home.receiveInvite"
            with={{ invite, currency: profile.currency, onChanged }}
            fallback={null}
          />
        }
      />
    );
  }
  if (!wallet.error || wallet.isFetching) return <BalanceCardSkeleton />;
  return (
    <Card>
      <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
    </Card>
  );
}

/** The first screen of a member: the balance, what can be done with it, and the games. */
export default function HomePage() {
  const { t } = useTranslation('mf-wallet');
  const home = useHome();
  const { data, refetch } = home.wallet;
  const [depositing, setDepositing] = useState(false);
  // The dialog's code is asked for by the first tap and stays, so that a payment is noticed after the dialog was closed.
  const [asked, setAsked] = useState(false);
  const openDeposit = useCallback(() => {
    setAsked(true);
    setDepositing(true);
  }, []);
  useDepositLink(openDeposit);
  const { AgreementDialog, agreement, ...terms } = useAgreement(data);
  const onChanged = () => void refetch();

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <VisuallyHidden>{t('home.title')}</VisuallyHidden>
      </h1>
      <Hero home={home} onChanged={onChanged} />
      <ActionGrid
        tile={{ coin: data?.profile.coin, currency: data?.profile.currency, onChanged }}
        checking={home.checking}
        onCheck={() => void home.check()}
        onDeposit={openDeposit}
      />
      {asked && (
        <Slot<DepositSlotProps>
          name="wallet.deposit"
          with={{ open: depositing, onClose: () => setDepositing(false), phone: data?.profile.username }}
          pending={<LoadingOverlay active={depositing} />}
        />
      )}
      {data && <GameSections accounts={data.slots} currency={data.profile.currency} />}
      {AgreementDialog && agreement && (
        <AgreementDialog agreement={agreement} open={terms.open && !depositing} onClose={terms.close} />
      )}
    </div>
  );
}
