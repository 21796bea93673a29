import type { Slots } from '@krapao/kit/federation';
import { Dialog } from '@krapao/kit/ui/dialog';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetEnableChatWidget } from '../../api/gen/portal';
import { ChatPanel } from './chat-panel';
import { Presence } from './presence';
import { useTalk } from './use-talk';

/** How long the panel may take to leave, in milliseconds. */
const LEAVE_MS = 180;

/** Closes first and tells afterwards, so that the panel is seen to leave. */
function useLeave(onClose: () => void) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => onClose(), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving, onClose]);
  return { leaving, leave: () => setLeaving(true) };
}

function Panel({ onClose }: Slots['chat.widget']) {
  const { t } = useTranslation('chat');
  const { leaving, leave } = useLeave(onClose);
  const talk = useTalk();
  return (
    <Dialog
      open={!leaving}
      onClose={leave}
      title={t('title')}
      fill
      description={<Presence presence={talk.state?.presence} config={talk.config} />}
      action={<IconButton label={t('reload')} icon={<RotateCw aria-hidden="true" />} onClick={talk.reload} />}
    >
      <ChatPanel talk={talk} />
    </Dialog>
  );
}

/**
 * Fills `chat.widget`: the panel that the shell's chat button opens. Nothing where the operator has switched the chat
 * off.
 */
export default function ChatWidget(props: Slots['chat.widget']) {
  const widget = useGetEnableChatWidget();
  return widget.data?.enableChatWidget === false ? null : <Panel {...props} />;
}
