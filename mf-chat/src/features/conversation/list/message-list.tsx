import { serverNow } from '@krapao/kit/api';
import { formatDate } from '@krapao/kit/format';
import { Button } from '@krapao/kit/ui/button';
import { Spinner } from '@krapao/kit/ui/spinner';
import { ChevronDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ChatItem } from '../../../api/gen/model';
import { Message, type MessageActions } from '../message/message';
import type { TalkState } from '../talk/conversation';
import { isTheirs, shownOf } from '../talk/thread';
import styles from './message-list.module.css';
import { Typing } from './typing';
import { useStickToEnd } from './use-stick-to-end';

interface MessageListProps {
  state: TalkState;
  /** There is no connection: what has not left waits for it. */
  isAway: boolean;
  actions: MessageActions;
  onOlder: () => void;
  /** The reader has everything before them, as long as `holds` says so. */
  onSeen: (holds: () => boolean) => void;
}

/** Whether rows were put before those of the last time: then the list keeps its place from the end. */
function useIsPrepend(firstId: string | undefined, count: number): boolean {
  const last = useRef({ firstId, count });
  const isPrepend =
    last.current.firstId !== undefined && last.current.firstId !== firstId && count > last.current.count;
  useLayoutEffect(() => {
    last.current = { firstId, count };
  });
  return isPrepend;
}

/** How many of the other side's messages have come since the reader was at the end. */
function useUnseen(stored: readonly ChatItem[], isAtEnd: boolean): number {
  const newest = stored.at(-1)?._id;
  const [seen, setSeen] = useState(newest);
  if (isAtEnd && seen !== newest) setSeen(newest);
  const from = stored.findLastIndex(({ _id }) => _id === seen);
  return isAtEnd ? 0 : stored.slice(from + 1).filter(isTheirs).length;
}

/** The history: only what is near the screen is drawn, and older messages come when the reader scrolls up to them. */
export function MessageList({ state, isAway, actions, onOlder, onSeen }: MessageListProps) {
  const { t } = useTranslation(['mf-chat', 'chat']);
  const { thread, older, typing } = state;
  const rows = useMemo(() => shownOf(thread), [thread]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isPrepend = useIsPrepend(rows[0]?._id, rows.length);
  const { isAtEnd, toEnd, look, resized } = useStickToEnd({
    scroller,
    list,
    count: rows.length + (typing === undefined ? 0 : 1),
    lastId: `${rows.at(-1)?._id} ${typing}`,
    onBegin: older === 'failed' ? () => undefined : onOlder,
  });
  const unseen = useUnseen(thread.stored, isAtEnd);
  const newest = thread.stored.findLast(isTheirs);
  const today = formatDate(serverNow());

  const see = useRef(onSeen);
  const atEnd = useRef(isAtEnd);
  useEffect(() => {
    see.current = onSeen;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked after every new message, and when the reader comes back to it
  useEffect(() => {
    atEnd.current = isAtEnd;
    const holds = () => atEnd.current && document.visibilityState === 'visible';
    const report = () => {
      if (holds()) see.current(holds);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => {
      atEnd.current = false;
      document.removeEventListener('visibilitychange', report);
    };
  }, [newest?._id, isAtEnd]);

  // What is sent here is looked at.
  const sent = thread.outgoing.at(-1)?._id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message of ours leads to the end
  useLayoutEffect(() => {
    if (sent !== undefined) toEnd();
  }, [sent]);

  return (
    <div className={styles.place}>
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t('history')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of the keyboard
        tabIndex={0}
        onScroll={look}
      >
        <div className={styles.space} />
        <Virtualizer ref={list} scrollRef={scroller} shift={isPrepend} bufferSize={600} onResize={resized}>
          {rows.map((item, index) => (
            <Message
              key={item._id}
              item={item}
              before={rows[index - 1]}
              isLast={index === rows.length - 1}
              today={today}
              isAway={isAway}
              actions={actions}
            />
          ))}
          {typing !== undefined && <Typing key="typing" name={typing} />}
        </Virtualizer>
      </div>
      {older === 'loading' && (
        <p className={styles.older}>
          <Spinner />
        </p>
      )}
      {older === 'failed' && (
        <p className={styles.older}>
          <Button size="small" variant="secondary" onClick={onOlder}>
            {t('older')}
          </Button>
        </p>
      )}
      {unseen > 0 && (
        <p className={styles.unseen}>
          <button type="button" className={styles.toEnd} onClick={toEnd}>
            <ChevronDown aria-hidden="true" />
            {t('chat:newMessages', { count: unseen })}
          </button>
        </p>
      )}
    </div>
  );
}
