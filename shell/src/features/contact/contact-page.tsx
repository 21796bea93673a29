import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page';
import { ContactPanel } from './contact-panel';

/** Contact for anyone. */
export default function ContactPage() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('contact.title')} aside={<LanguageMenu />}>
      <ContactPanel />
    </Page>
  );
}
