import { Slot } from '@krapao/kit/federation';
import { tabStore } from '@krapao/kit/session';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Logo } from '@krapao/kit/ui/logo';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { MessageCircleMore } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetEnableChatWidget } from '../../api/gen/portal';
import styles from './chat-bubble.module.css';

const INVITED = 'chatInvited';

/** Whether the words beside the logo are to be shown: once in a tab's life, for they lie over the screen's content. */
function useInvitation(shown: boolean): boolean {
  const [invites] = useState(() => tabStore.get(INVITED) === null);
  useEffect(() => {
    if (shown) tabStore.set(INVITED, 'true');
  }, [shown]);
  return invites;
}

/**
 * The logo that opens the chat, with its invitation. The chat's remote is loaded on the first tap and not before. Hidden where the
 * operator has switched the chat off, and until that is known.
 */
export function ChatBubble() {
  const { t } = useTranslation('shell');
  const { data, errorUpdateCount } = useGetEnableChatWidget({ query: { staleTime: Number.POSITIVE_INFINITY } });
  const [open, setOpen] = useState(false);
  const hidden = data ? !data.enableChatWidget : errorUpdateCount === 0;
  const invites = useInvitation(!hidden);
  if (hidden) return null;
  return (
    <>
      <div className={styles.place}>
        <button type="button" className={styles.chat} aria-expanded={open} onClick={() => setOpen(!open)}>
          {invites ? (
            <span className={styles.invite}>{t('chat.open')}</span>
          ) : (
            <VisuallyHidden>{t('chat.open')}</VisuallyHidden>
          )}
          <span className={styles.bubble} aria-hidden="true">
            <Logo size={48} />
            <span className={styles.badge}>
              <MessageCircleMore />
            </span>
          </span>
        </button>
      </div>
      {open && <Slot name="chat.widget" with={{ onClose: () => setOpen(false) }} pending={<LoadingOverlay active />} />}
    </>
  );
}
