import { formatDate, formatTime } from '@krapao/kit/format';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatButton, ChatItem } from '../../../api/gen/model';
import { isTheirs, payloadOf } from '../talk/thread';
import { Buttons } from './buttons';
import { Content } from './content';
import { Delivery } from './delivery';
import styles from './message.module.css';

/** What can be done with a message. */
export interface MessageActions {
  onPress: (button: ChatButton) => void;
  onResend: (id: string) => void;
  onRemove: (id: string) => void;
  fileOf: (id: string) => File | undefined;
}

interface MessageProps {
  item: ChatItem;
  /** The one before it in the history. */
  before: ChatItem | undefined;
  /** It is the last one: its quick replies are shown. */
  isLast: boolean;
  /** The present day, as formatDate writes it. */
  today: string;
  /** There is no connection. */
  isAway: boolean;
  actions: MessageActions;
}

const isSession = (item: ChatItem | undefined) => item !== undefined && item.session_id !== '';

/** A message with what stands above it: the end of the conversation before, and the day. */
export const Message = memo(function Message({ item, before, isLast, today, isAway, actions }: MessageProps) {
  const { t } = useTranslation(['mf-chat', 'chat']);
  const day = formatDate(item.createdAt);
  const isNewDay = before === undefined || formatDate(before.createdAt) !== day;
  const hasEnded = isSession(before) && isSession(item) && before?.session_id !== item.session_id;
  const theirs = isTheirs(item);
  const speaker = theirs ? item.name || t('admin') : t('you');
  const isFirst = isNewDay || hasEnded || before?.sender !== item.sender || (before?.name ?? '') !== (item.name ?? '');
  return (
    <div className={styles.row} data-kind={item.message.message_type}>
      {hasEnded && (
        <p className={styles.divider} data-ended="">
          {t('chat:ended')}
        </p>
      )}
      {isNewDay && <p className={styles.divider}>{day === today ? t('today') : day}</p>}
      <article className={theirs ? styles.theirs : styles.ours} data-first={isFirst || undefined}>
        {theirs && isFirst ? (
          <p className={styles.name}>{speaker}</p>
        ) : (
          <VisuallyHidden>{`${speaker}: `}</VisuallyHidden>
        )}
        <Content item={item} file={actions.fileOf(item._id)} onPress={actions.onPress} />
        <p className={styles.meta}>
          <time dateTime={item.createdAt}>{formatTime(item.createdAt)}</time>
          {!theirs && (
            <Delivery
              deliver={item.message.deliver}
              isAway={isAway}
              onResend={() => actions.onResend(item._id)}
              onRemove={() => actions.onRemove(item._id)}
            />
          )}
        </p>
        {isLast && theirs && item.message.message_type === 'quick_replies' && (
          <Buttons quick buttons={payloadOf(item).buttons ?? []} onPress={actions.onPress} />
        )}
      </article>
    </div>
  );
});
