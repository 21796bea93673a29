import { useTranslation } from 'react-i18next';
import styles from './logo.module.css';

export interface LogoProps {
  /** Height of the mark in pixels. */
  size?: number;
  /** The name beside the mark: the site's, or the product's with `true`. Without it the mark stands alone. */
  name?: string | true;
}

/** Our mark: a marigold purse with a kiss clasp on deep indigo. */
export function Logo({ size = 32, name }: LogoProps) {
  const { t } = useTranslation('common');
  const text = name === true ? t('brand') : name;
  return (
    <span className={styles.logo} style={{ fontSize: Math.max(16, size * 0.6) }}>
      <svg
        className={styles.mark}
        width={size}
        height={size}
        viewBox="0 0 48 48"
        role={text ? undefined : 'img'}
        aria-hidden={text ? true : undefined}
        aria-label={text ? undefined : t('brand')}
      >
        <rect className={styles.tile} width="48" height="48" rx="14" />
        <path className={styles.glow} d="M14 0h20a14 14 0 0 1 14 14v8C38 8 24 3 6 3.5A14 14 0 0 1 14 0Z" />
        <path
          className={styles.pouch}
          d="M13.5 20.5c-3 4-5 8-5 11.6C8.5 37.6 13 40 24 40s15.5-2.4 15.5-7.9c0-3.6-2-7.6-5-11.6Z"
        />
        <path
          className={styles.fold}
          d="M13.5 20.5h21c.9 1.2 1.7 2.4 2.4 3.6-3.2 2.6-7.7 4-12.9 4s-9.7-1.4-12.9-4c.7-1.2 1.5-2.4 2.4-3.6Z"
        />
        <path className={styles.frame} d="M12.5 20.5C14 16 18.5 14.5 24 14.5s10 1.5 11.5 6Z" />
        <circle className={styles.bead} cx="21.3" cy="10.8" r="2.9" />
        <circle className={styles.bead} cx="26.7" cy="10.8" r="2.9" />
      </svg>
      {text && <span className={styles.name}>{text}</span>}
    </span>
  );
}
