import { useTranslation } from 'react-i18next';
import type { ChatConfig } from '../../api/gen/model';
import styles from './presence.module.css';
import type { TalkState } from './talk/conversation';

interface PresenceProps {
  /** What the socket tells; the settings stand in until it does. */
  presence: TalkState['presence'];
  config: ChatConfig | undefined;
}

/** Whether a person is there, will look soon, or is back in the morning. */
export function Presence({ presence, config }: PresenceProps) {
  const { t } = useTranslation('mf-chat');
  if (!config) return <span className={styles.presence}>{'\u00a0'}</span>;
  const isOpen = presence?.isOpen ?? config.isOpen;
  const state = presence?.isOnline ? 'online' : isOpen ? 'open' : 'closed';
  return (
    <span className={styles.presence} data-state={state}>
      {state === 'closed' ? t('presence.closed', { from: config.openFrom, to: config.openTo }) : t(`presence.${state}`)}
    </span>
  );
}
