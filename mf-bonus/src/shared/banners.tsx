import { Button } from '@krapao/kit/ui/button';
import { Carousel } from '@krapao/kit/ui/carousel';
import { Dialog } from '@krapao/kit/ui/dialog';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '../api/gen/model';
import { addressOf } from './banner-image';
import styles from './banners.module.css';
import { GiftArt } from './gift-art';

function Slide({ banner: { image, html } }: { banner: Banner }) {
  const [broken, setBroken] = useState(false);
  return (
    <figure className={styles.slide}>
      {broken ? (
        <span className={styles.art}>
          <GiftArt />
        </span>
      ) : (
        // The words below say what it shows.
        <img className={styles.image} src={addressOf(image)} alt="" onError={() => setBroken(true)} />
      )}
      {html !== '' && (
        <figcaption>
          <SafeHtml html={html} />
        </figcaption>
      )}
    </figure>
  );
}

/** The operator's banners, one at a time. Nothing turns by itself. */
export function Banners({ label, banners }: { label: string; banners: readonly Banner[] }) {
  if (banners.length === 0) return null;
  const slides = banners.map((banner, index) => ({ key: String(index), content: <Slide banner={banner} /> }));
  return <Carousel label={label} slides={slides} perView={1} plain />;
}

interface BannerDialogProps {
  title: string;
  banners: readonly Banner[];
  open: boolean;
  /** Closed in any way: what the banners stand before comes next. */
  onClose: () => void;
}

/** The banners that stand before a dialog. */
export function BannerDialog({ title, banners, open, onClose }: BannerDialogProps) {
  const { t } = useTranslation('mf-bonus');
  return (
    <Dialog open={open} onClose={onClose} title={title} footer={<Button onClick={onClose}>{t('banner.next')}</Button>}>
      <Banners label={title} banners={banners} />
    </Dialog>
  );
}
