import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from './alert';

export interface UnfinishedProps {
  /** What was asked for. */
  children: ReactNode;
  /** Why the latest try brought no answer. */
  error?: string | null | undefined;
}

/** Something was sent and nobody knows how it ended: it is to be sent again, which is safe, before another one is made. */
export function Unfinished({ children, error }: UnfinishedProps) {
  const { t } = useTranslation('common');
  return (
    <Alert tone="warning" title={error ?? t('unfinished.title')} live>
      {children}
      <p>{t('unfinished.text')}</p>
      <p>{t('unfinished.anewText')}</p>
    </Alert>
  );
}
