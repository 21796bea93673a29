import { Alert } from '@krapao/kit/ui/alert';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Gamepad2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProviderArt } from '../../art/provider-art';
import { providerNames, useAccountName } from '../../text/account-name';
import styles from './game.module.css';
import { GameDetails } from './game-details';
import { GameFooter } from './game-footer';
import { PlayNote } from './play-note';
import { useGameAccount } from './use-game-account';
import { usePlay } from './use-play';

/** The props of the place `wallet.game`. */
export interface GameDialogProps {
  open: boolean;
  onClose: () => void;
  /** The provider's code. */
  code: string;
  /** The provider did not tell the amount: it is the last one known. */
  isLastKnown: boolean;
  checking: boolean;
  /** Asks the providers for the balances. */
  onCheck: () => void;
  /** The member wants to move money into this game. */
  onTransfer: () => void;
}

function Game({ open, onClose, code, isLastKnown, checking, onCheck, onTransfer }: GameDialogProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
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
    if (!account) {
      if (wallet.data) return <EmptyState icon={<Gamepad2 />} title={t('game.gone')} />;
      if (wallet.error && !wallet.isFetching)
        return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />;
      return (
        <div className={styles.game} aria-busy="true" role="status" aria-label={t('common:loading')}>
          <Skeleton shape="block" height={128} />
          <Skeleton shape="block" height={88} />
        </div>
      );
    }
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
            {activate.failure && <Alert tone="danger">{activate.failure}</Alert>}
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
      {content()}
    </Dialog>
  );
}

/** All that can be done with one provider's account. Another provider is another dialog, with nothing left of the last. */
export default function GameDialog(props: GameDialogProps) {
  return <Game key={props.code} {...props} />;
}
