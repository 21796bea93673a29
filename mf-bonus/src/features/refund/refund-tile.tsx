import { Tile } from '@krapao/kit/ui/tile';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Fills `home.refund`: leads to what the loss rebate will bring. */
export default function RefundTile() {
  const { t } = useTranslation('mf-bonus');
  return <Tile icon={<HandCoins />} label={t('refund.title')} detail={t('soon')} to="/user/bonus#refund" />;
}
