import { Tile } from '@krapao/kit/ui/tile';
import { UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Fills `home.invite`: leads to what inviting friends will bring. */
export default function InviteTile() {
  const { t } = useTranslation('mf-bonus');
  return <Tile icon={<UserRoundPlus />} label={t('invite.title')} detail={t('soon')} to="/user/bonus#invite" />;
}
