import { Slot, useDialogCode } from '@krapao/kit/federation';
import { tabStore } from '@krapao/kit/session';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Logo } from '@krapao/kit/ui/logo';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { MessageCircleMore } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetEnableChatWidget } from '../../api/gen/portal';
import styles from './chat-bubble.module.css';
import { useClearPlace } from './use-clear-place';
import { useOutOfTheWay } from './use-out-of-the-way';
import { useUnread } from './use-unread';

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
 * The logo that opens the chat, with its invitation and the number of new messages. The chat's remote is loaded when a
 * finger comes to it and not before. Hidden where the operator has switched the chat off, and until that is known. It
 * covers nothing that can be pressed: where it would, it stands aside with its edge in the gutter, or leaves if that
 * would cover something too. It also leaves while the reader scrolls on.
 */
export function ChatBubble() {
  const { t } = useTranslation('shell');
  const { data, errorUpdateCount } = useGetEnableChatWidget({ query: { staleTime: Number.POSITIVE_INFINITY } });
  const [open, setOpen] = useState(false);
  const code = useDialogCode();
  const hidden = data ? !data.enableChatWidget : errorUpdateCount === 0;
  const bubble = useRef<HTMLSpanElement>(null);
  const invitation = useRef<HTMLSpanElement>(null);
  const standing = useClearPlace(bubble, !hidden);
  const isQuiet = useClearPlace(invitation, !hidden) !== 'place' || standing !== 'place';
  const invites = useInvitation(!hidden && !isQuiet);
  const unread = useUnread(open);
  const away = useOutOfTheWay() || standing === 'away';
  if (hidden) return null;
  return (
    <>
      <div className={styles.place}>
        <button
          type="button"
          className={styles.chat}
          data-away={away || undefined}
          data-aside={standing === 'aside' || undefined}
          aria-expanded={open}
          {...code.near('chat.widget')}
          onClick={() => {
            code.press('chat.widget');
            setOpen(!open);
          }}
        >
          {invites ? (
            <span className={styles.invite} ref={invitation} data-quiet={isQuiet || undefined}>
              {t('chat.open')}
            </span>
          ) : (
            <VisuallyHidden>{t('chat.open')}</VisuallyHidden>
          )}
          <span className={styles.bubble} ref={bubble} aria-hidden="true">
            <span className={styles.face} data-chat-face="">
              <Logo size={40} />
              <span className={styles.badge} data-count={unread > 0 || undefined}>
                {unread > 0 ? <b>{Math.min(unread, 99)}</b> : <MessageCircleMore />}
              </span>
            </span>
          </span>
          {unread > 0 && <VisuallyHidden>{t('chat.unread', { count: unread })}</VisuallyHidden>}
        </button>
      </div>
      {open && <Slot name="chat.widget" with={{ onClose: () => setOpen(false) }} pending={<LoadingOverlay active />} />}
    </>
  );
}
