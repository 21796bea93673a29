import { useLocale } from '@krapao/kit/i18n';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Dialog } from '@krapao/kit/ui/dialog';
import { Field } from '@krapao/kit/ui/field';
import { FieldFrame } from '@krapao/kit/ui/field-frame';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Check, ChevronDown, Landmark, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankLookup } from '../api/gen/model';
import { useListBanks } from '../api/gen/portal';
import { bankNames } from './bank-names';
import styles from './bank-picker.module.css';
import { matchesBank } from './bank-search';

/** With fewer banks than this there is nothing to search for. */
const SEARCH_FROM = 8;

interface BankPickerProps {
  bank: BankLookup | null;
  onChoose: (bank: BankLookup) => void;
  hint?: string;
  error?: string | null;
}

function BankName({ bank }: { bank: BankLookup }) {
  const { name, other } = bankNames(bank, useLocale());
  return (
    <span className={styles.names}>
      <span className={styles.local} lang={name.lang}>
        {name.text}
      </span>
      {other && (
        <>
          {' '}
          <span className={styles.english} lang={other.lang}>
            {other.text}
          </span>
        </>
      )}
    </span>
  );
}

function Banks({ bank: chosen, onChoose }: Pick<BankPickerProps, 'bank' | 'onChoose'>) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const banks = useListBanks();
  const list = (all: readonly BankLookup[], found: readonly BankLookup[]) => (
    <div className={styles.choice}>
      {all.length >= SEARCH_FROM && (
        <Field
          label={t('register.bank.search')}
          leading={<Search aria-hidden="true" />}
          autoComplete="off"
          value={text}
          onValueChange={setText}
        />
      )}
      {found.length === 0 && <p className={styles.none}>{t('register.bank.noneFound', { text })}</p>}
      <ul className={styles.banks}>
        {found.map((bank) => (
          <li key={bank.code}>
            <button
              type="button"
              className={styles.bank}
              aria-pressed={bank.code === chosen?.code}
              onClick={() => onChoose(bank)}
            >
              <BankLogo code={bank.code} />
              <BankName bank={bank} />
              {bank.code === chosen?.code && <Check className={styles.check} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
  return (
    <QueryView query={banks} loading={<Skeleton shape="card" height={320} />}>
      {(all) =>
        list(
          all,
          all.filter((bank) => matchesBank(bank, text)),
        )
      }
    </QueryView>
  );
}

/** Chooses the bank in a sheet: logo, the name that the reader knows, its other name below. */
export function BankPicker({ bank, onChoose, hint, error }: BankPickerProps) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const locale = useLocale();
  const label = t('register.bank.bank');
  const { name, other } = bank ? bankNames(bank, locale) : {};
  const value = name ? [name.text, other?.text].filter(Boolean).join(' ') : t('register.bank.choose');
  return (
    <>
      <FieldFrame label={label} hint={hint} error={error} boxClass={styles.box}>
        {({ 'aria-invalid': invalid, ...wiring }) => (
          <button
            type="button"
            {...wiring}
            className={styles.trigger}
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-label={`${label}: ${value}`}
            data-invalid={invalid}
            onClick={() => setOpen(true)}
          >
            {bank ? <BankLogo code={bank.code} size={36} /> : <Landmark className={styles.blank} aria-hidden="true" />}
            {bank ? <BankName bank={bank} /> : <span className={styles.choose}>{t('register.bank.choose')}</span>}
            <ChevronDown className={styles.chevron} aria-hidden="true" />
          </button>
        )}
      </FieldFrame>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('register.bank.choose')}>
        <Banks
          bank={bank}
          onChoose={(chosen) => {
            onChoose(chosen);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
