import { Button } from '@krapao/kit/ui/button';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Select } from '@krapao/kit/ui/select';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SourceLookup } from '../../api/gen/model';
import { useListSources } from '../../api/gen/portal';
import styles from './registration.module.css';

interface SourceFieldProps {
  value: string;
  onChange: (code: string) => void;
}

/** How the visitor found us. The choices can be asked for again when they do not come; nobody has to choose one. */
export function SourceField({ value, onChange }: SourceFieldProps) {
  const { t } = useTranslation(['shell', 'common']);
  const query = useListSources();
  const failed = (_error: unknown, retry: () => void) => (
    <div className={styles.sources}>
      <p role="status">
        {t('register.profile.source')} {t('register.profile.sourcesFailed')}
      </p>
      <Button variant="ghost" size="small" icon={<RotateCw aria-hidden="true" />} onClick={retry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
  const select = (sources: readonly SourceLookup[]) => (
    <Select
      label={t('register.profile.source')}
      placeholder={t('register.profile.sourceChoose')}
      name="source"
      options={sources.map(({ code, description }) => ({ value: code, label: description }))}
      value={value}
      onValueChange={onChange}
    />
  );
  return (
    <QueryView query={query} loading={select([])} failed={failed}>
      {select}
    </QueryView>
  );
}
