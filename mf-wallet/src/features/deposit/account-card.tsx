import { formatAccountNumber } from '@krapao/kit/format';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Card } from '@krapao/kit/ui/card';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './account-card.module.css';

/** Whether a number may be copied: at once, only after `ask` has been answered, or not known yet. */
export type CopyRule = { kind: 'free' } | { kind: 'unknown' } | { kind: 'first'; ask: () => void };

interface AccountCardProps {
  logo: string;
  name: string;
  holder: string;
  number: string;
  numberLabel: string;
  copyLabel: string;
  copy?: CopyRule;
  note?: ReactNode;
}

/** An account to transfer to, with a number to copy. */
export function AccountCard({
  logo,
  name,
  holder,
  number,
  numberLabel,
  copyLabel,
  copy = { kind: 'free' },
  note,
}: AccountCardProps) {
  const mayCopy = () => {
    if (copy.kind === 'first') copy.ask();
    return copy.kind === 'free';
  };
  return (
    <Card tone="sunken" className={styles.account}>
      <div className={styles.head}>
        <BankLogo code={logo} />
        <p className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.soft}>{holder}</span>
        </p>
      </div>
      <div className={styles.numberRow}>
        <p className={styles.names}>
          <span className={styles.soft}>{numberLabel}</span>
          <span className={styles.number}>{formatAccountNumber(number)}</span>
        </p>
        {copy.kind === 'unknown' ? (
          <IconButton variant="tint" label={copyLabel} icon={<Copy aria-hidden="true" />} loading />
        ) : (
          <CopyButton text={number} label={copyLabel} mayCopy={mayCopy} />
        )}
      </div>
      {note && <p className={styles.soft}>{note}</p>}
    </Card>
  );
}
