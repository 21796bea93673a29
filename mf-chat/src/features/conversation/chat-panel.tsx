import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { type QueryState, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chat-panel.module.css';
import { Composer } from './composer/composer';
import { ChatArt } from './list/chat-art';
import { MessageList } from './list/message-list';
import { News } from './list/news';
import { useKeptFocus } from './list/use-kept-focus';
import type { Conversation, TalkState } from './talk/conversation';
import { shownOf } from './talk/thread';
import type { useTalk } from './use-talk';

/** How long an alert stays, in milliseconds (specification 8). */
const ALERT_MS = 4000;

/** From so many seconds on, a bound is one of the day or of hours, not of a minute. */
const MINUTE_S = 90;
const HOUR_S = 3600;

/** Why a message was not sent; a bound says when the next one can be. */
function useFailureText() {
  const { t } = useTranslation(['mf-chat', 'chat']);
  return ({ code, retryAfter = 0, isUpload }: NonNullable<TalkState['failure']>) => {
    if (isUpload && code === 'KEY_INVALID') return t('chat:notSupported');
    if (code !== 'REQUEST_LIMIT_1MIN' || retryAfter < MINUTE_S) return errorText(code);
    return retryAfter > HOUR_S ? t('limit.tomorrow') : t('limit.minutes', { count: Math.ceil(retryAfter / 60) });
  };
}

/** A text that goes by itself; the same text again stays anew. */
function useAlert() {
  const [alert, setAlert] = useState<{ text: string }>();
  useEffect(() => {
    if (!alert) return;
    const timer = setTimeout(() => setAlert(undefined), ALERT_MS);
    return () => clearTimeout(timer);
  }, [alert]);
  return { alert: alert?.text, say: (text: string) => setAlert({ text }) };
}

/** The shapes of a conversation that is on its way. */
const WAITING = (
  <>
    <Skeleton shape="block" width="62%" height={44} />
    <Skeleton shape="block" width="48%" height={64} />
    <Skeleton shape="block" width="56%" height={44} />
  </>
);

/** The history as a query: it has data once it is read, or as soon as a message is on its way. */
function historyOf({ state, reload }: ReturnType<typeof useTalk>): QueryState<TalkState> {
  const isThere = state && (state.history === 'ready' || shownOf(state.thread).length > 0);
  return {
    data: isThere ? state : undefined,
    error: state?.history === 'failed' ? state.error : null,
    refetch: reload,
  };
}

function History({ talk, conversation }: { talk: ReturnType<typeof useTalk>; conversation: Conversation }) {
  const { t } = useTranslation('mf-chat');
  const actions = useMemo(
    () => ({
      onPress: conversation.outbox.press.bind(conversation.outbox),
      onResend: conversation.outbox.resend.bind(conversation.outbox),
      onRemove: conversation.remove.bind(conversation),
      fileOf: conversation.outbox.fileOf.bind(conversation.outbox),
    }),
    [conversation],
  );
  const nothing = (
    <div className={styles.empty}>
      <ChatArt />
      <h3 className={styles.lead}>{t('empty.title')}</h3>
      <p className={styles.soft}>{t('empty.text')}</p>
    </div>
  );
  return (
    <QueryView
      query={historyOf(talk)}
      loading={WAITING}
      loadingClass={styles.waiting}
      empty={({ thread }) => shownOf(thread).length === 0 && nothing}
    >
      {(state) => (
        <MessageList
          state={state}
          isAway={talk.isAway}
          actions={actions}
          onOlder={() => void conversation.loadOlder()}
          onSeen={(holds) => conversation.see(holds)}
        />
      )}
    </QueryView>
  );
}

/** The conversation and where one writes. */
export function ChatPanel({ talk }: { talk: ReturnType<typeof useTalk> }) {
  const { t } = useTranslation(['mf-chat', 'chat', 'errors']);
  const { conversation, state, failure: unknown, isRefused, search } = talk;
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  const { alert, say } = useAlert();
  const failureText = useFailureText();
  const failure = state?.failure;
  const [shown, setShown] = useState(failure?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is said once
  useEffect(() => {
    if (!failure || failure.id === shown) return;
    setShown(failure.id);
    say(failureText(failure));
  }, [failure]);

  return (
    <div className={styles.panel} ref={place}>
      <QueryView
        query={{ data: conversation, error: unknown, refetch: talk.reload }}
        loading={WAITING}
        loadingClass={styles.waiting}
      >
        {(there) => <History talk={talk} conversation={there} />}
      </QueryView>
      <div className={styles.notes}>
        {isRefused && <Alert tone="danger">{t('chat:notStarted')}</Alert>}
        {search !== undefined && unknown === undefined && !isRefused && (
          <p className={styles.note} role="status">
            {t(search === 'again' ? 'reconnecting' : 'connecting')}
          </p>
        )}
        {alert !== undefined && <Alert tone="danger">{alert}</Alert>}
        <News state={state} />
      </div>
      {conversation && !isRefused && (
        <Composer
          key={conversation.room}
          draft={conversation.draft}
          onDraft={(text) => conversation.keepDraft(text)}
          onSend={(text) => conversation.outbox.text(text)}
          onFile={(file, kind) => conversation.outbox.file(file, kind)}
          onRefused={(verdict) =>
            say(verdict.problem === 'tooLarge' ? t('chat:tooLarge', { limit: verdict.limit }) : t('chat:notSupported'))
          }
          onTyping={(isTyping) => conversation.type(isTyping)}
        />
      )}
    </div>
  );
}
