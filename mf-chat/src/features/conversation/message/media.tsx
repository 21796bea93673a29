import { Dialog } from '@krapao/kit/ui/dialog';
import { FileText, ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatPayload } from '../../../api/gen/model';
import styles from './media.module.css';
import { mediaAddress } from './safe-link';

interface MediaProps {
  payload: ChatPayload;
  /** The file itself, while this page still has it. */
  file?: File | undefined;
  /** How much of it has left, in percent, while it is on its way. */
  progress?: number | undefined;
}

/** Where the file can be shown from: the device until the server has it. */
function useAddress({ payload, file }: MediaProps): string | undefined {
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    if (!file) return setOwn(undefined);
    const address = URL.createObjectURL(file);
    setOwn(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return own ?? (file ? undefined : mediaAddress(payload.filePath));
}

function Broken({ name }: { name: string }) {
  const { t } = useTranslation('mf-chat');
  return (
    <p className={styles.broken}>
      <ImageOff aria-hidden="true" />
      {t('media.broken', { name })}
    </p>
  );
}

interface ShownProps {
  src: string;
  name: string;
  onBroken: () => void;
}

function Picture({ src, name, onBroken }: ShownProps) {
  const { t } = useTranslation('mf-chat');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.frame} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <img src={src} alt={t('media.image', { name })} width={220} height={165} onError={onBroken} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={name}>
        <img className={styles.whole} src={src} alt={t('media.image', { name })} />
      </Dialog>
    </>
  );
}

function Film({ src, name, onBroken }: ShownProps) {
  const { t } = useTranslation('mf-chat');
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: somebody's own film, which nobody has captioned */}
      <video
        src={src}
        aria-label={t('media.video', { name })}
        width={220}
        height={165}
        preload="metadata"
        controls
        playsInline
        onError={onBroken}
      />
    </div>
  );
}

/** A picture, a film or another file of a message, with how far it is on its way. */
export function Media(props: MediaProps) {
  const { t } = useTranslation('mf-chat');
  const { payload, progress } = props;
  const src = useAddress(props);
  const [broken, setBroken] = useState<string>();
  const name = payload.name || payload.message || t(payload.fileType === 'video' ? 'media.aVideo' : 'media.anImage');
  const shown = (): ReactNode => {
    if (src === undefined) return props.file ? <div className={styles.frame} /> : <Broken name={name} />;
    if (broken === src) return <Broken name={name} />;
    const parts = { src, name, onBroken: () => setBroken(src) };
    if (payload.fileType === 'image') return <Picture {...parts} />;
    if (payload.fileType === 'video') return <Film {...parts} />;
    return (
      <a className={styles.file} href={src} download={name}>
        <FileText aria-hidden="true" />
        {name}
      </a>
    );
  };
  return (
    <div className={styles.media}>
      {shown()}
      {progress !== undefined && (
        <progress className={styles.progress} max={100} value={progress} aria-label={t('media.progress', { name })} />
      )}
    </div>
  );
}
