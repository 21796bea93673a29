import { Slot } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { Card } from '@krapao/kit/ui/card';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { InviteBalance, WalletResponse } from '../../api/gen/model';
import { ActionGrid } from './action-grid';
import { BalanceCard, BalanceCardSkeleton } from './balance-card';
import { Dialogs } from './dialogs';
import { GameSections, GameSectionsSkeleton } from './game-sections';
import styles from './home-page.module.css';
import { useAgreement } from './use-agreement';
import { type LinkedDialog, useDialogLink } from './use-dialog-link';
import { useDialogs } from './use-dialogs';
import { useHome } from './use-home';

/** What `home.receiveInvite` gets: the button that receives the invite bonus, shown only while there is one. */
export interface ReceiveInviteProps {
  invite: InviteBalance;
  currency: Currency;
  /** Reads the wallet again. */
  onChanged: () => void;
}

interface HeroProps {
  home: ReturnType<typeof useHome>;
  onChanged: () => void;
  onWithdrawal: () => void;
}

function Hero({ home: { wallet, checking, check }, onChanged, onWithdrawal }: HeroProps) {
  if (wallet.data) {
    const { invite, profile }: WalletResponse = wallet.data;
    return (
      <BalanceCard
        data={wallet.data}
        checking={checking}
        onCheck={() => void check()}
        onWithdrawal={onWithdrawal}
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
  const dialogs = useDialogs();
  const { show } = dialogs;
  const showKind = useCallback((kind: LinkedDialog) => show({ kind }), [show]);
  useDialogLink(showKind);
  const { AgreementDialog, agreement, ...terms } = useAgreement(data);
  const onChanged = () => void refetch();

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <VisuallyHidden>{t('home.title')}</VisuallyHidden>
      </h1>
      <div role="status" className={styles.title}>
        {home.checking && <VisuallyHidden>{t('home.checking')}</VisuallyHidden>}
      </div>
      <Hero home={home} onChanged={onChanged} onWithdrawal={() => showKind('withdraw')} />
      <ActionGrid
        tile={{ coin: data?.profile.coin, currency: data?.profile.currency, onChanged }}
        checking={home.checking}
        onCheck={() => void home.check()}
        onOpen={showKind}
      />
      <Dialogs dialogs={dialogs} home={home} />
      {data && (
        <GameSections
          accounts={data.slots}
          currency={data.profile.currency}
          lastKnown={home.lastKnown}
          onOpen={(code) => show({ kind: 'game', code })}
        />
      )}
      {!data && (!home.wallet.error || home.wallet.isFetching) && <GameSectionsSkeleton />}
      {AgreementDialog && agreement && (
        <AgreementDialog agreement={agreement} open={terms.open && dialogs.open === null} onClose={terms.close} />
      )}
    </div>
  );
}
