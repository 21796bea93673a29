import { PowerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BarePage } from '../../shared/bare-page';

/** The site has been shut down; there is nothing to go on to. */
export default function TerminatedPage() {
  const { t } = useTranslation('shell');
  return <BarePage icon={<PowerOff />} title={t('terminated.title')} text={t('terminated.lead')} shut />;
}
