import type { ChatButton, ChatItem } from '../../../api/gen/model';
import { payloadOf } from '../talk/thread';
import { Buttons } from './buttons';
import { Cards } from './cards';
import { Media } from './media';
import styles from './message.module.css';
import { postbackTitle } from './summary';
import { Text } from './text';

interface ContentProps {
  item: ChatItem;
  file: File | undefined;
  onPress: (button: ChatButton) => void;
}

/** What a message says, by its kind. A kind that nobody knows shows its words. */
export function Content({ item, file, onPress }: ContentProps) {
  const payload = payloadOf(item);
  const { message_type: type, payloads = [], deliver } = item.message;
  const words = payload.message ?? '';
  switch (type) {
    case 'media':
      return (
        <Media
          payload={payload}
          file={file}
          progress={deliver?.status === 'uploading_file' ? (deliver.progress ?? 0) : undefined}
        />
      );
    case 'generic':
      return <Cards cards={payloads} onPress={onPress} />;
    case 'buttons':
      return (
        <div className={styles.bubble}>
          <Text text={words} />
          <Buttons buttons={payload.buttons ?? []} onPress={onPress} />
        </div>
      );
    default:
      return (
        <div className={styles.bubble}>
          <Text text={type === 'postback' ? postbackTitle(payload) : words} />
        </div>
      );
  }
}
