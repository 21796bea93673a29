import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Logo } from '@krapao/kit/ui/logo';
import { MessageCircleMore } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetEnableChatWidget } from '../../api/gen/portal';
import styles from './chat-bubble.module.css';

/**
 * The logo that opens the chat, with its invitation. The chat's remote is loaded on the first tap and not before. Hidden where the
 * operator has switched the chat off, and until that is known.
 */
export function ChatBubble() {
  const { t } = useTranslation('shell');
  const { data, errorUpdateCount } = useGetEnableChatWidget({ query: { staleTime: Number.POSITIVE_INFINITY } });
  const [open, setOpen] = useState(false);
  if (data ? !data.enableChatWidget : errorUpdateCount === 0) return null;
  return (
    <>
      <div className={styles.place}>
        <button type="button" className={styles.chat} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={styles.invite}>{t('chat.open')}</span>
          <span className={styles.bubble} aria-hidden="true">
            <Logo size={56} />
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
