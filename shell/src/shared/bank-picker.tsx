import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Dialog } from '@krapao/kit/ui/dialog';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Field } from '@krapao/kit/ui/field';
import { FieldFrame } from '@krapao/kit/ui/field-frame';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Check, ChevronDown, Landmark, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankLookup } from '../api/gen/model';
import { useListBanks } from '../api/gen/portal';
import styles from './bank-picker.module.css';

/** With fewer banks than this there is nothing to search for. */
const SEARCH_FROM = 8;

interface BankPickerProps {
  bank: BankLookup | null;
  onChoose: (bank: BankLookup) => void;
  hint?: string;
  error?: string | null;
}

function matches(bank: BankLookup, text: string): boolean {
  return [bank.code, bank.nameTH, bank.nameEN].some((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
}

function BankName({ bank }: { bank: BankLookup }) {
  return (
    <span className={styles.names}>
      <span className={styles.local}>{bank.nameTH}</span>{' '}
      <span className={styles.english} lang="en">
        {bank.nameEN}
      </span>
    </span>
  );
}

function Banks({ bank: chosen, onChoose }: Pick<BankPickerProps, 'bank' | 'onChoose'>) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const banks = useListBanks();
  if (banks.data === undefined) {
    if (banks.error && !banks.isFetching)
      return <ErrorState error={banks.error} onRetry={() => void banks.refetch()} />;
    return <Skeleton shape="card" height={320} />;
  }
  const found = banks.data.filter((bank) => matches(bank, text));
  return (
    <div className={styles.choice}>
      {banks.data.length >= SEARCH_FROM && (
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
}

/** Chooses the bank in a sheet: logo, local name, English name below. */
export function BankPicker({ bank, onChoose, hint, error }: BankPickerProps) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const label = t('register.bank.bank');
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
            aria-label={`${label}: ${bank ? `${bank.nameTH} ${bank.nameEN}` : t('register.bank.choose')}`}
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
