import { Slot } from '@krapao/kit/federation';
import { QueryView } from '@krapao/kit/ui/query-view';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionGrid } from './action-grid';
import { Agreement } from './agreement';
import { BalanceCard, BalanceCardSkeleton } from './balance-card';
import { Dialogs } from './dialogs';
import { GameSections, GameSectionsSkeleton } from './game-sections';
import styles from './home-page.module.css';
import { type LinkedDialog, useDialogLink } from './use-dialog-link';
import { useDialogs } from './use-dialogs';
import { useHome } from './use-home';
import { WaitingQrCard } from './waiting-qr-card';

interface HeroProps {
  home: ReturnType<typeof useHome>;
  onCheck: () => void;
  onChanged: () => void;
  onWithdrawal: () => void;
}

function Hero({ home: { wallet, checking }, onCheck, onChanged, onWithdrawal }: HeroProps) {
  return (
    <QueryView query={wallet} loading={<BalanceCardSkeleton />} framed>
      {(data) => (
        <BalanceCard
          data={data}
          checking={checking}
          onCheck={onCheck}
          onWithdrawal={onWithdrawal}
          receiveInvite={
            <Slot
              name="home.receiveInvite"
              with={{ invite: data.invite, currency: data.profile.currency, onChanged }}
              fallback={null}
            />
          }
        />
      )}
    </QueryView>
  );
}

/** The first screen of a member: the balance, what can be done with it, and the games. */
export default function HomePage() {
  const { t } = useTranslation('mf-wallet');
  const home = useHome();
  const { check, hasWheel } = home;
  const { data, refetch } = home.wallet;
  const dialogs = useDialogs();
  const { show, nearTo } = dialogs;
  const showKind = useCallback((kind: LinkedDialog) => show({ kind }), [show]);
  const showGame = useCallback((code: string) => show({ kind: 'game', code }), [show]);
  const nearGame = useMemo(() => nearTo('game'), [nearTo]);
  useDialogLink(showKind);
  const onChanged = useCallback(() => void refetch(), [refetch]);
  const onCheck = useCallback(() => void check(), [check]);
  const coin = data?.profile.coin;
  const currency = data?.profile.currency;
  const tile = useMemo(() => ({ coin, hasWheel, currency, onChanged }), [coin, hasWheel, currency, onChanged]);

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <VisuallyHidden>{t('home.title')}</VisuallyHidden>
      </h1>
      <div role="status" className={styles.title}>
        {home.checking && <VisuallyHidden>{t('home.checking')}</VisuallyHidden>}
      </div>
      <Hero home={home} onCheck={onCheck} onChanged={onChanged} onWithdrawal={() => showKind('withdraw')} />
      {data && (
        <WaitingQrCard currency={data.profile.currency} onOpen={() => showKind('deposit')} near={nearTo('deposit')} />
      )}
      <ActionGrid tile={tile} checking={home.checking} onCheck={onCheck} onOpen={showKind} nearTo={nearTo} />
      <Dialogs dialogs={dialogs} home={home} />
      {data && (
        <GameSections
          accounts={data.slots}
          currency={data.profile.currency}
          lastKnown={home.lastKnown}
          onOpen={showGame}
          near={nearGame}
        />
      )}
      {!data && !home.wallet.error && <GameSectionsSkeleton />}
      <Agreement wallet={data} waits={dialogs.open !== null} />
    </div>
  );
}
