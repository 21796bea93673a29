import { Button, buttonClass } from '@krapao/kit/ui/button';
import { cardClass } from '@krapao/kit/ui/card';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { CirclePlay, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HelpVideo } from '../../api/gen/model';
import { Page } from '../../shared/page';
import { useSite } from '../../shared/use-site';
import styles from './help.module.css';

function Player({ video, onClose }: { video: HelpVideo; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const [failed, setFailed] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={video.title}
      footer={
        <Button variant="secondary" block onClick={onClose}>
          {t('common:action.close')}
        </Button>
      }
    >
      {failed ? (
        <p role="alert">{t('help.failed')}</p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the operator's films carry their words in the picture
        <video
          className={styles.player}
          src={video.video}
          poster={video.poster ?? undefined}
          aria-label={video.title}
          onError={() => setFailed(true)}
          controls
          autoPlay
          playsInline
        />
      )}
    </Dialog>
  );
}

function Videos({ videos }: { videos: HelpVideo[] }) {
  const { t } = useTranslation('shell');
  const [shown, setShown] = useState<HelpVideo | null>(null);
  const [open, setOpen] = useState(false);
  if (videos.length === 0) {
    return (
      <EmptyState
        icon={<CirclePlay />}
        title={t('help.empty')}
        text={t('help.emptyLead')}
        action={
          <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
            {t('nav.contact')}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ul className={styles.videos}>
        {videos.map((video) => (
          <li key={video.video}>
            <button
              type="button"
              className={`${cardClass({ pressable: true })} ${styles.video}`}
              onClick={() => {
                setShown(video);
                setOpen(true);
              }}
            >
              <span className={styles.still}>
                {video.poster && <img src={video.poster} alt="" loading="lazy" />}
                <span className={styles.play} aria-hidden="true">
                  <Play />
                </span>
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{video.title}</span>
                <span className={styles.watch}>{t('help.watch')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && open && <Player video={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How-to: the operator's help videos, each in a player of its own. */
export default function HelpPage() {
  const { t } = useTranslation('shell');
  const site = useSite();
  return (
    <Page title={t('help.title')} lead={t('help.lead')} aside={<LanguageMenu />}>
      {site.data && <Videos videos={site.data.helpVideos.filter((video) => video.isShow)} />}
      {!site.data && site.error && !site.isFetching && (
        <ErrorState error={site.error} onRetry={() => void site.refetch()} />
      )}
      {!site.data && site.isFetching && (
        <div className={styles.videos} aria-busy="true">
          <Skeleton shape="card" height={96} />
          <Skeleton shape="card" height={96} />
          <Skeleton shape="card" height={96} />
        </div>
      )}
    </Page>
  );
}
