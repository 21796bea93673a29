import type { Slots } from '@krapao/kit/federation';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tile } from '@krapao/kit/ui/tile';
import { LoaderPinwheel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useGetSpinActive } from '../../api/gen/portal';

/**
 * Fills `home.spin` while the prize wheel is on; otherwise, and when nobody can tell, it leaves the place to the home
 * screen.
 */
export default function SpinTile({ coin, fallback }: Pick<Slots['home.spin'], 'coin' | 'fallback'>) {
  const { t } = useTranslation('mf-spin');
  const { data, isPending, errorUpdateCount } = useGetSpinActive();
  if (isPending && errorUpdateCount === 0) return <Skeleton shape="card" />;
  if (!data?.isActive) return fallback;
  return (
    <Tile
      icon={<LoaderPinwheel />}
      label={t('wheel.tile')}
      detail={coin === undefined ? undefined : t('wheel.coins', { count: coin })}
      to="/user/spin"
    />
  );
}
