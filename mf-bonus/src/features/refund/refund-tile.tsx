import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DialogTile } from '../../shared/dialog-tile';

/** Fills `home.refund`: opens the loss rebate. */
export default function RefundTile() {
  const { t } = useTranslation('mf-bonus');
  return <DialogTile icon={<HandCoins />} label={t('refund.title')} place="bonus.refund" />;
}
