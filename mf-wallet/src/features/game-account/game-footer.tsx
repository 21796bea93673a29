import { Button } from '@krapao/kit/ui/button';
import { Play, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { useGameAccount } from './use-game-account';
import type { usePlay } from './use-play';

interface GameFooterProps {
  game: ReturnType<typeof useGameAccount>;
  play: ReturnType<typeof usePlay>;
}

/** What can be done next: open the account, play, or decide how to go on. */
export function GameFooter({ game: { account, activate }, play }: GameFooterProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet', 'common']);
  if (!account) return null;
  if (!account.isActive) {
    return (
      <Button key="activate" loading={activate.sending} icon={<UserPlus aria-hidden="true" />} onClick={activate.run}>
        {t('wallet:game.activate')}
      </Button>
    );
  }
  const { kind } = play.state;
  if (kind === 'problem' || kind === 'pending') {
    return (
      <>
        {kind === 'problem' && (
          <Button key="again" variant="secondary" onClick={play.play}>
            {t('common:action.retry')}
          </Button>
        )}
        <Button key="anyway" variant={kind === 'pending' ? 'secondary' : 'primary'} onClick={play.playAnyway}>
          {t('game.playAnyway')}
        </Button>
      </>
    );
  }
  return (
    <Button
      key="play"
      loading={play.preparing || kind === 'moving' || kind === 'opening'}
      icon={<Play aria-hidden="true" />}
      onClick={kind === 'arrived' ? play.playAnyway : play.play}
    >
      {t('wallet:game.play')}
    </Button>
  );
}
