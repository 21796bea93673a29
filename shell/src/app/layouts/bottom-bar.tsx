import type { Near } from '@krapao/kit/federation';
import type { TextKey } from '@krapao/kit/i18n';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import styles from './bottom-bar.module.css';

/** One place of the bottom menu: a screen, or something that opens over it. */
export interface Place {
  /** The screen's path. */
  to?: string;
  /** Opens something that is no screen. */
  open?: () => void;
  /** Fetches the code of what it opens. */
  near?: Near;
  /** Key of its name. */
  label: TextKey<'shell'>;
  /** Key of a shorter name that fits the bar. */
  short?: TextKey<'shell'>;
  icon: LucideIcon;
  /** The big button in the middle. */
  raised?: boolean;
}

function Face({ place }: { place: Place }) {
  const { t } = useTranslation('shell');
  const Icon = place.icon;
  return (
    <>
      <span className={place.raised ? styles.disc : styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.name}>{t(place.short ?? place.label)}</span>
    </>
  );
}

/** The bottom menu. The present screen's place is marked. */
export function BottomBar({ places }: { places: Place[] }) {
  const { t } = useTranslation('shell');
  return (
    <nav className={styles.bar} aria-label={t('nav.label')}>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={place.label}>
            {place.to === undefined ? (
              <button
                type="button"
                className={styles.place}
                {...place.near}
                onClick={place.open}
                aria-haspopup="dialog"
              >
                <Face place={place} />
              </button>
            ) : (
              <NavLink to={place.to} className={styles.place} aria-label={place.short && t(place.label)}>
                <Face place={place} />
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
