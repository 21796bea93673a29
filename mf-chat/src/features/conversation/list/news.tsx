import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItem } from '../../../api/gen/model';
import { summaryOf } from '../message/summary';
import type { TalkState } from '../talk/conversation';
import { isTheirs } from '../talk/thread';

const NONE: readonly ChatItem[] = [];

/**
 * Says the other side's new messages to those who listen, each once. What is there when the chat opens is not news. The
 * region itself is always there: a screen reader says what changes in one that it knows.
 */
export function News({ state }: { state: TalkState | undefined }) {
  const { t } = useTranslation('mf-chat');
  const stored = state?.history === 'ready' ? state.thread.stored : undefined;
  const said = useRef<string | null>(undefined);
  const [news, setNews] = useState(NONE);
  useEffect(() => {
    if (stored === undefined) return;
    const { current: last } = said;
    said.current = stored.at(-1)?._id ?? null;
    if (last === undefined) return;
    const from = last === null ? 0 : stored.findLastIndex(({ _id }) => _id === last) + 1;
    // The history was read anew and no longer has what was said.
    if (last !== null && from === 0) return;
    const fresh = stored.slice(from).filter(isTheirs);
    if (fresh.length > 0) setNews(fresh);
  }, [stored]);
  return (
    <VisuallyHidden>
      <span role="status">
        {news.map((item) => (
          <span key={item._id}>{`${item.name || t('admin')}: ${summaryOf(item)} `}</span>
        ))}
      </span>
    </VisuallyHidden>
  );
}
