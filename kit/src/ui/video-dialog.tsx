import { RotateCw, VideoOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES, type Locale, toLanguageTag, useLocale } from '../i18n';
import { Button } from './button';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import styles from './video-dialog.module.css';

export interface VideoDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The film, on our own origin. */
  src: string;
  /** A picture of it until it plays. */
  poster?: string;
  /** Addresses of WebVTT captions; the member's language is shown, the others can be chosen. */
  captions?: Partial<Record<Locale, string>>;
}

interface FilmProps extends Omit<VideoDialogProps, 'onClose'> {
  onError: () => void;
}

function Film({ open, title, src, poster, captions = {}, onError }: FilmProps) {
  const { t } = useTranslation('common');
  const current = useLocale();
  const video = useRef<HTMLVideoElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog fades before it is taken away, but the sound ends at once
  useEffect(() => {
    const film = video.current;
    return () => film?.pause();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the tracks below are captions, one for each language there is
    <video
      ref={video}
      className={styles.video}
      src={src}
      poster={poster}
      aria-label={title}
      onError={onError}
      controls
      autoPlay
      playsInline
    >
      {LOCALES.map((locale) => {
        const source = captions[locale];
        return (
          source && (
            <track
              key={locale}
              kind="captions"
              src={source}
              srcLang={toLanguageTag(locale)}
              label={t(`language.${locale}`)}
              default={locale === current}
            />
          )
        );
      })}
    </video>
  );
}

/** A film in a dialog, with captions in the member's language; it stops when the dialog closes. */
export function VideoDialog({ onClose, ...film }: VideoDialogProps) {
  const { t } = useTranslation('common');
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Dialog open={film.open} onClose={onClose} title={film.title}>
      {failed === film.src ? (
        <div role="alert">
          <EmptyState
            icon={<VideoOff />}
            title={t('video.failed')}
            text={t('video.failedText')}
            action={
              <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={() => setFailed(null)}>
                {t('action.retry')}
              </Button>
            }
          />
        </div>
      ) : (
        <Film key={film.src} {...film} onError={() => setFailed(film.src)} />
      )}
    </Dialog>
  );
}
