import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useTranslation } from 'react-i18next';
import styles from './statement.module.css';
import { KINDS, type Kind } from './use-kind';

interface KindFilterProps {
  kind: Kind;
  onChange: (kind: Kind) => void;
}

/** Which entries are shown: all, or those of one kind. */
export function KindFilter({ kind, onChange }: KindFilterProps) {
  const { t } = useTranslation('mf-wallet');
  const chip = (value: Kind, text: string) => (
    <button
      key={text}
      type="button"
      className={styles.chip}
      aria-pressed={value === kind}
      onClick={() => onChange(value)}
    >
      {text}
    </button>
  );
  return (
    <fieldset className={styles.kinds}>
      <legend>
        <VisuallyHidden>{t('statement.filter')}</VisuallyHidden>
      </legend>
      {chip(undefined, t('statement.kind.all'))}
      {KINDS.map((value) => chip(value, t(`statement.kind.${value}`)))}
    </fieldset>
  );
}
