import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError, isUnanswered } from '../api';
import { errorText } from '../i18n';
import { Button } from './button';
import { classNames } from './class-names';
import styles from './state.module.css';

export interface ErrorStateProps {
  /** What was thrown. */
  error: unknown;
  onRetry?: () => void;
  /** A retry is under way. */
  retrying?: boolean;
  /** What failed; 'Something went wrong' unless given. */
  title?: string;
}

/** A place that could not be loaded: what happened, the reference for support, and another try. */
export function ErrorState({ error, onRetry, retrying = false, title }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const reference = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={classNames(styles.state, styles.failed)} role="alert">
      <span className={styles.icon} aria-hidden="true">
        {isUnanswered(error) ? <WifiOff /> : <TriangleAlert />}
      </span>
      <p className={styles.title}>{title ?? t('error.title')}</p>
      <p className={styles.text}>{errorText(error)}</p>
      {reference && <p className={styles.reference}>{t('error.reference', { id: reference })}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} loading={retrying} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
