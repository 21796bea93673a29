import { buttonClass } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetContact, useGetEnableChatWidget } from '../../api/gen/portal';
import { ChatPanel } from './chat-panel';

/** How long the panel may take to leave, in milliseconds. */
const LEAVE_MS = 180;

interface ChatWidgetProps {
  /** The panel has left; the shell takes it away. */
  onClose?: () => void;
}

/** Closes first and tells afterwards, so that the panel is seen to leave. */
function useLeave(onClose: (() => void) | undefined) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => onClose?.(), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving, onClose]);
  return { leaving, leave: () => setLeaving(true) };
}

/** Fills `chat.widget`: the panel that the shell's chat button opens. Nothing where the operator has switched the chat off. */
export default function ChatWidget({ onClose }: ChatWidgetProps) {
  const { t } = useTranslation('mf-chat');
  const { leaving, leave } = useLeave(onClose);
  const widget = useGetEnableChatWidget();
  const contact = useGetContact();
  if (widget.data?.enableChatWidget === false) return null;
  const link = contact.data?.lineLink.startsWith('https://') ? contact.data.lineLink : undefined;
  return (
    <Dialog
      open={!leaving}
      onClose={leave}
      title={t('title')}
      footer={
        link && (
          <a className={buttonClass({ block: true })} href={link} target="_blank" rel="noopener noreferrer">
            {t('open')}
            <ExternalLink width={20} height={20} aria-hidden="true" />
          </a>
        )
      }
    >
      <ChatPanel contact={contact} />
    </Dialog>
  );
}
