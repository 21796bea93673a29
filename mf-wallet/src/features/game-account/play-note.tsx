import type { Currency } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { useTranslation } from 'react-i18next';
import { Legs } from '../../shared/legs';
import type { PlayState } from './use-play';

interface PlayNoteProps {
  state: PlayState;
  /** The provider's name. */
  name: string;
  currency: Currency;
  nameOf: (code: string) => string;
}

/** What play is doing, or why the game has not opened. */
export function PlayNote({ state, name, currency, nameOf }: PlayNoteProps) {
  const { t } = useTranslation(['mf-wallet', 'common']);
  switch (state.kind) {
    case 'ready':
      return null;
    case 'moving':
      return <Alert live>{t('game.moving', { name })}</Alert>;
    case 'opening':
      return <Alert live>{t('game.openingName', { name })}</Alert>;
    case 'pending':
      return (
        <Alert tone="warning" title={t('game.pending')} live>
          <p>{t('game.pendingText', { name })}</p>
          <Legs legs={state.legs} currency={currency} nameOf={nameOf} />
        </Alert>
      );
    case 'arrived':
      return (
        <Alert tone="success" live>
          {t('game.arrivedIn', { name })}
        </Alert>
      );
    case 'problem':
      if (state.isUnknown) {
        return (
          <Alert tone="warning" title={t('common:unfinished.title')} live>
            {t('common:unfinished.text')}
          </Alert>
        );
      }
      return (
        <Alert tone="danger" title={t(state.text === null ? 'game.partly' : 'common:alert.error')}>
          {state.text !== null && <p>{state.text}</p>}
          {state.legs.length > 0 && <Legs legs={state.legs} currency={currency} nameOf={nameOf} />}
        </Alert>
      );
  }
}
