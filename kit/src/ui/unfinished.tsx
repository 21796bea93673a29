import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnknownEnd } from '../api';
import { errorText } from '../i18n';
import { Alert } from './alert';

export interface UnfinishedProps {
  /** What was asked for. */
  children: ReactNode;
  /** Why the latest try brought no answer. */
  error?: string | null | undefined;
}

/**
 * Something was sent and nobody knows how it ended: it is to be sent again, which is safe, before another one is made.
 */
export function Unfinished({ children, error }: UnfinishedProps) {
  const { t } = useTranslation('common');
  return (
    <Alert tone="warning" title={t('unfinished.title')} live>
      {children}
      {error && <p>{error}</p>}
      <p>{t('unfinished.text')}</p>
      <p>{t('unfinished.anewText')}</p>
    </Alert>
  );
}

export interface CallFailureProps {
  /** What was thrown by a call with one effect; the same call again is safe. */
  error: unknown;
  /** Over a refusal. */
  title?: string;
  /** Providers' names by code, for refusals that name one. */
  providers?: Record<string, string>;
}

/** Why a call with one effect failed: refused, or unknown yet, which is not the same. */
export function CallFailure({ error, title, providers = {} }: CallFailureProps) {
  const { t } = useTranslation('common');
  if (isUnknownEnd(error)) {
    return (
      <Alert tone="warning" title={t('unfinished.title')} live>
        {t('unfinished.text')}
      </Alert>
    );
  }
  return (
    <Alert tone="danger" title={title}>
      {errorText(error, { providers })}
    </Alert>
  );
}
