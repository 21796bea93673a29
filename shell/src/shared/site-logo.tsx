import { Logo } from '@krapao/kit/ui/logo';
import { useSite } from './use-site';

interface SiteLogoProps {
  /** Height of the mark in pixels. */
  size: number;
  /** Only what is known already is shown: the site may be shut and must not be asked. */
  known?: boolean;
}

/**
 * The mark with the site's name, everywhere the same; alone while the name is on its way, and with the product's where
 * it cannot be known.
 */
export function SiteLogo({ size, known = false }: SiteLogoProps) {
  const { data, isLoading } = useSite({ enabled: !known });
  return <Logo size={size} name={data?.name ?? (isLoading ? undefined : true)} />;
}
