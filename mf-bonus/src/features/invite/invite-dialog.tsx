import type { Slots } from '@krapao/kit/federation';
import { Dialog } from '@krapao/kit/ui/dialog';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Tabs } from '@krapao/kit/ui/tabs';
import { QrCode, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetInviteBanners } from '../../api/gen/portal';
import { BannerDialog } from '../../shared/banners';
import { useBannersFirst } from '../../shared/use-banners-first';
import { InviteLink } from './invite-link';
import { InviteTable } from './invite-table';

/** Fills `bonus.invite`: the member's link to share, and what it has earned. */
export default function InviteDialog({ open, onClose }: Slots['bonus.invite']) {
  const { t } = useTranslation('mf-bonus');
  const [tab, setTab] = useState('link');
  const bannerQuery = useGetInviteBanners({ query: { enabled: open, retry: false } });
  const { asking, banners, dialogOpen, leave } = useBannersFirst({ open, onClose, query: bannerQuery });
  const close = () => {
    leave();
    setTab('link');
  };
  return (
    <>
      <LoadingOverlay active={asking} />
      <BannerDialog title={t('invite.title')} {...banners} />
      <Dialog open={dialogOpen} onClose={close} title={t('invite.title')}>
        <Tabs
          label={t('invite.title')}
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'link', label: t('invite.link'), icon: <QrCode />, content: <InviteLink open={dialogOpen} /> },
            {
              value: 'earned',
              label: t('invite.earned'),
              icon: <Table2 />,
              content: <InviteTable open={dialogOpen && tab === 'earned'} />,
            },
          ]}
        />
      </Dialog>
    </>
  );
}
