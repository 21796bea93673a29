import { useTranslation } from 'react-i18next';
import styles from './qr-image.module.css';
import { svgDataUrl } from './qr-source';

export interface QrImageProps {
  /** The SVG markup that the server answered. */
  markup: string;
  /** What scanning it does; 'Payment QR code' unless given. */
  alt?: string;
}

/** A QR code on white. The markup is shown as an image only, never as part of the page. */
export function QrImage({ markup, alt }: QrImageProps) {
  const { t } = useTranslation('common');
  const source = svgDataUrl(markup);
  return source === null ? null : (
    <img className={styles.tile} src={source} alt={alt ?? t('qr.alt')} width={288} height={288} />
  );
}
