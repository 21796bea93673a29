import { UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DialogTile } from '../../shared/dialog-tile';

/** Fills `home.invite`: opens what the member needs to invite friends. */
export default function InviteTile() {
  const { t } = useTranslation('mf-bonus');
  return <DialogTile icon={<UserRoundPlus />} label={t('invite.title')} place="bonus.invite" />;
}
