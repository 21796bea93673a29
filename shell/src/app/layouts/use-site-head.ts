import type { TextKey } from '@krapao/kit/i18n';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../shared/use-site';

function describe(name: 'description' | 'keywords', content: string): void {
  let meta = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`);
  if (meta === null) {
    meta = document.createElement('meta');
    meta.name = name;
    document.head.append(meta);
  }
  meta.content = content;
}

/**
 * Keeps the page's title (with the screen's name before it, a key with its namespace), description and keywords as the
 * site's settings say.
 */
export function useSiteHead(screen: string | undefined): void {
  const { t } = useTranslation();
  const { data: site } = useSite();
  // A key of any namespace: it was checked where the screen is declared.
  const name = screen === undefined ? undefined : t(screen as TextKey<'common'>);
  useEffect(() => {
    if (site === undefined) return;
    document.title = name === undefined ? site.title : `${name} · ${site.title}`;
    describe('description', site.metaDescription);
    describe('keywords', site.metaKeywords);
  }, [site, name]);
}
