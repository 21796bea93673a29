import type { Slots } from '@krapao/kit/federation';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { CallFailure } from '@krapao/kit/ui/unfinished';
import { Gamepad2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { providerNames, useAccountName } from '../../shared/account-name';
import { ProviderArt } from '../../shared/provider-art';
import styles from './game.module.css';
import { GameDetails } from './game-details';
import { GameFooter } from './game-footer';
import { PlayNote } from './play-note';
import { useGameAccount } from './use-game-account';
import { usePlay } from './use-play';

const LOADING = (
  <>
    <Skeleton shape="block" height={128} />
    <Skeleton shape="block" height={88} />
  </>
);

function Game({ open, onClose, code, isLastKnown, checking, onCheck, onTransfer }: Slots['wallet.game']) {
  const { t } = useTranslation(['mf-wallet', 'wallet', 'common']);
  const game = useGameAccount({ code, open });
  const { account, activate, wallet } = game;
  const accounts = wallet.data?.slots ?? [];
  const held = wallet.data?.wallet.amount ?? 0;
  const currency = wallet.data?.profile.currency ?? 'BAHT';
  const nameOf = useAccountName(accounts);
  const play = usePlay({ code, account, wallet: held, providers: providerNames(accounts), open });
  const leave = () => {
    play.leave();
    activate.forgetFailure();
    onClose();
  };

  const content = () => {
    if (!account) return <EmptyState icon={<Gamepad2 />} title={t('game.gone')} />;
    return (
      <div className={styles.game}>
        <div className={styles.banner}>
          <ProviderArt account={account} />
        </div>
        {account.isActive ? (
          <>
            <PlayNote state={play.state} name={account.name} currency={currency} nameOf={nameOf} />
            <GameDetails {...{ game, account, wallet: held, currency, isLastKnown, checking, onCheck, onTransfer }} />
          </>
        ) : (
          <>
            <p className={styles.lead}>{t('game.openText', { name: account.name })}</p>
            {activate.failure !== null && <CallFailure error={activate.failure} />}
          </>
        )}
      </div>
    );
  };
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={account?.name ?? t('game.title')}
      footer={account && <GameFooter game={game} play={play} />}
    >
      <QueryView query={wallet} loading={LOADING} loadingClass={styles.game}>
        {content}
      </QueryView>
    </Dialog>
  );
}

/**
 * All that can be done with one provider's account. Another provider is another dialog, with nothing left of the last.
 */
export default function GameDialog(props: Slots['wallet.game']) {
  return <Game key={props.code} {...props} />;
}
