import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ProfileResponse } from '../../api/gen/model';
import { phoneText } from '../../shared/phone-text';
import { useOpening } from '../../shared/use-opening';
import { EditProfileDialog } from './edit-profile-dialog';
import { Rows } from './rows';
import { Section } from './section';

/** Who the member is; the name and, until money has moved, the bank account can be edited. */
export function AccountSection({ data }: { data: ProfileResponse }) {
  const { t } = useTranslation(['shell', 'account']);
  const dialog = useOpening();
  const { profile } = data;
  return (
    <Section
      title={t('profile.account')}
      action={
        <Button variant="ghost" size="small" icon={<Pencil aria-hidden="true" />} onClick={dialog.show}>
          {t('account:profile.edit')}
        </Button>
      }
    >
      <Card>
        <Rows
          rows={[
            { label: t('profile.name'), value: profile.name },
            { label: t('profile.number'), value: profile._id },
            { label: t('profile.username'), value: phoneText(profile.username) },
            { label: t('profile.since'), value: <DateTime value={profile.createdAt} /> },
          ]}
        />
      </Card>
      <EditProfileDialog key={dialog.key} open={dialog.open} onClose={dialog.close} data={data} />
    </Section>
  );
}
