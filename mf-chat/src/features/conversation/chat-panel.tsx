import { Card } from '@krapao/kit/ui/card';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactLookup } from '../../api/gen/model';
import { ChatArt } from './chat-art';
import styles from './chat-panel.module.css';

function Channel({ contact }: { contact: ContactLookup }) {
  const { t } = useTranslation('mf-chat');
  return (
    <>
      {contact.lineName && (
        <Card tone="sunken" className={styles.channel}>
          <div className={styles.words}>
            <p className={styles.label}>{t('name')}</p>
            <p className={styles.name}>{contact.lineName}</p>
          </div>
          <CopyButton text={contact.lineName} label={t('copyName')} />
        </Card>
      )}
      <SafeHtml html={contact.contactText} className={styles.note} />
    </>
  );
}

/** Says that the chat opens soon, and how to reach the operator until then. */
export function ChatPanel({ contact }: { contact: UseQueryResult<ContactLookup, unknown> }) {
  const { t } = useTranslation('mf-chat');
  const { data, error, isFetching, refetch } = contact;
  return (
    <div className={styles.panel}>
      <div className={styles.greeting}>
        <ChatArt />
        <h3 className={styles.lead}>{t('lead')}</h3>
        <p className={styles.text}>{t(data?.lineName || data?.lineLink ? 'textChannel' : 'text')}</p>
      </div>
      {data && <Channel contact={data} />}
      {!data && error !== null && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && error === null && (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton shape="card" height={76} />
          <Skeleton width="60%" />
        </div>
      )}
    </div>
  );
}
