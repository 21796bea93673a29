import { Button } from '@krapao/kit/ui/button';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { QrImage } from '@krapao/kit/ui/qr-image';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InviteLink as InviteLinkData } from '../../api/gen/model';
import { useGetInviteLink } from '../../api/gen/portal';
import styles from './invite.module.css';
import { canShare, share } from './share';

/** The link is the member's for good. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY } as const;

function Ready({ link, qrcode }: InviteLinkData) {
  const { t } = useTranslation('mf-bonus');
  return (
    <>
      <QrImage markup={qrcode} alt={t('invite.qrAlt')} />
      <div className={styles.address}>
        <p className={styles.link}>{link}</p>
        <CopyButton text={link} label={t('invite.copy')} />
      </div>
      {canShare() && (
        <Button
          block
          icon={<Share2 aria-hidden="true" />}
          onClick={() => void share({ title: t('invite.title'), text: t('invite.shareText'), url: link })}
        >
          {t('invite.share')}
        </Button>
      )}
    </>
  );
}

/** The member's link: to scan, to copy, to share. */
export function InviteLink({ open }: { open: boolean }) {
  const { t } = useTranslation('mf-bonus');
  const query = useGetInviteLink({ query: { enabled: open, ...FOR_GOOD } });
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{t('invite.text')}</p>
      <QueryView
        query={query}
        loading={
          <>
            <Skeleton shape="block" width={240} height={240} />
            <Skeleton shape="block" height={52} />
          </>
        }
        loadingClass={styles.body}
      >
        {(data) => <Ready {...data} />}
      </QueryView>
    </div>
  );
}
