import { buttonClass } from '@krapao/kit/ui/button';
import { cardClass } from '@krapao/kit/ui/card';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { VideoDialog } from '@krapao/kit/ui/video-dialog';
import { CirclePlay, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HelpVideo } from '../../api/gen/model';
import { Page } from '../../shared/page';
import { useSite } from '../../shared/use-site';
import { captionsOf } from './captions';
import styles from './help.module.css';

/** The picture of a film; a film whose picture is missing shows without. */
function Poster({ src }: { src: string }) {
  const [missing, setMissing] = useState(false);
  return missing ? null : <img src={src} alt="" loading="lazy" onError={() => setMissing(true)} />;
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
                {video.poster && <Poster src={video.poster} />}
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
      {shown && (
        <VideoDialog
          open={open}
          onClose={() => setOpen(false)}
          title={shown.title}
          src={shown.video}
          poster={shown.poster ?? undefined}
          captions={captionsOf(shown.video)}
        />
      )}
    </>
  );
}

/** How-to: the operator's help videos, each in a player of its own. */
export default function HelpPage() {
  const { t } = useTranslation('shell');
  const site = useSite();
  return (
    <Page title={t('help.title')} lead={t('help.lead')} aside={<LanguageMenu />}>
      <QueryView
        query={site}
        loading={[0, 1, 2].map((key) => <Skeleton key={key} shape="card" height={96} />)}
        loadingClass={styles.videos}
      >
        {({ helpVideos }) => <Videos videos={helpVideos.filter((video) => video.isShow)} />}
      </QueryView>
    </Page>
  );
}
