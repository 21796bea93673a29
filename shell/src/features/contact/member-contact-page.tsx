import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page';
import { ContactPanel } from './contact-panel';

/** Contact for members, below the top bar. */
export default function MemberContactPage() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('contact.title')}>
      <ContactPanel />
    </Page>
  );
}
