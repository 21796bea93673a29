import { Tile } from '@krapao/kit/ui/tile';
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Fills `home.bonus`: leads to the bonuses. */
export default function BonusTile() {
  const { t } = useTranslation('mf-bonus');
  return <Tile icon={<Gift />} label={t('bonus.tile')} to="/user/bonus" />;
}
