import { buttonClass } from '@krapao/kit/ui/button';
import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BarePage } from '../../shared/bare-page';

/** Any address that is no screen. */
export default function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <BarePage
      icon={<Compass />}
      title={t('notFound.title')}
      text={t('notFound.lead')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('notFound.home')}
        </Link>
      }
    />
  );
}
