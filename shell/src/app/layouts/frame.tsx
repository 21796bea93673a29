import { OfflineBanner } from '@krapao/kit/ui/offline-banner';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { titleOf } from '../screens';
import { BottomBar, type Place } from './bottom-bar';
import styles from './frame.module.css';
import { ScreenTitleContext } from './screen-title';
import { useSiteHead } from './use-site-head';

interface FrameProps {
  /** Above the screen. */
  top?: ReactNode;
  /** Below the screen, before the bottom menu. */
  credit?: ReactNode;
  /** The bottom menu's places. */
  places: Place[];
  /** Floats over the screen. */
  floating?: ReactNode;
}

/** What it reads draws nothing anew: the frame is most of what a screen draws. */
function SiteHead({ screen }: { screen: string | undefined }) {
  useSiteHead(screen);
  return null;
}

/** One column on a phone, centred on a desktop: the top bar, the screen, and the bottom menu in reach of the thumb. */
export function Frame({ top, credit, places, floating }: FrameProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const type = useNavigationType();
  const place = places.find(({ to }) => to === pathname);
  const [announced, setAnnounced] = useState<{ path: string; key: string | undefined }>();
  const tell = useCallback((key: string | undefined) => setAnnounced({ path: pathname, key }), [pathname]);
  const screen =
    titleOf(pathname) ??
    (announced?.path === pathname ? announced.key : undefined) ??
    (place && `shell:${place.label}`);
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen starts at its top; going back is the browser's to restore
  useEffect(() => {
    if (type === 'POP') return;
    window.scrollTo(0, 0);
    // Whoever listens or uses the keyboard goes on in the new screen, not in the menu that led to it.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={styles.backdrop}>
      <SiteHead screen={screen} />
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <div className={floating ? `${styles.column} ${styles.below}` : styles.column}>
        {top}
        <OfflineBanner />
        <main ref={main} className={styles.content} id="content" tabIndex={-1}>
          <ScreenTitleContext value={tell}>
            <Outlet />
          </ScreenTitleContext>
        </main>
        {credit}
        {floating}
        <BottomBar places={places} />
      </div>
    </div>
  );
}
