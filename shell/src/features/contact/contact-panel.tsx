import { buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { QueryView } from '@krapao/kit/ui/query-view';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactLookup } from '../../api/gen/model';
import { useGetContact } from '../../api/gen/portal';
import { useChatWidget } from '../../shared/use-chat-widget';
import { useSite } from '../../shared/use-site';
import { ChatPicture } from './chat-picture';
import styles from './contact.module.css';

/**
 * The chat application's QR code as the server has it now; without one, or while it cannot be loaded, our own picture.
 */
function ChatQr({ path }: { path: string | null }) {
  const { t } = useTranslation('shell');
  const [opened] = useState(() => Date.now());
  const [missing, setMissing] = useState<string | null>(null);
  if (path === null || missing === path) {
    return (
      <figure className={styles.qr}>
        <ChatPicture />
        <figcaption>{t('contact.picture')}</figcaption>
      </figure>
    );
  }
  return (
    <figure className={styles.qr}>
      <img
        src={`${path}${path.includes('?') ? '&' : '?'}t=${opened}`}
        alt={t('contact.qr')}
        width={200}
        height={200}
        onError={() => setMissing(path)}
      />
      <figcaption>{t('contact.qrHint')}</figcaption>
    </figure>
  );
}

function ContactWays({ contact }: { contact: ContactLookup }) {
  const { t } = useTranslation('shell');
  const chat = useChatWidget();
  const linked = !chat && contact.lineLink.startsWith('https://');
  return (
    <>
      <Card>
        <SafeHtml html={contact.contactText} />
      </Card>
      {(contact.lineQR || linked) && (
        <Card className={styles.app}>
          {linked && (
            <>
              <p className={styles.name}>{contact.lineName}</p>
              <a
                className={buttonClass({ block: true })}
                href={contact.lineLink}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('contact.open')} <ExternalLink className={styles.out} aria-hidden="true" />
              </a>
            </>
          )}
          <ChatQr path={contact.lineQR} />
        </Card>
      )}
    </>
  );
}

/** It asks for the settings anew when it comes, as they may have been lost with the rest. */
function Version() {
  const { t } = useTranslation('shell');
  const site = useSite();
  return site.data && <p className={styles.version}>{t('contact.version', { version: site.data.version })}</p>;
}

/** How to reach the operator: their words, the chat application's link, its QR code for another screen, our version. */
export function ContactPanel() {
  const contact = useGetContact();
  return (
    <QueryView
      query={contact}
      loading={
        <>
          <Skeleton shape="card" height={88} />
          <Skeleton shape="card" height={320} />
        </>
      }
      loadingClass={styles.waiting}
    >
      {(data) => (
        <>
          <ContactWays contact={data} />
          <Version />
        </>
      )}
    </QueryView>
  );
}
