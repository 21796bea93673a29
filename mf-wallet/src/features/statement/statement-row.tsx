import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import { RelativeTime } from '@krapao/kit/ui/relative-time';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Flag,
  Gift,
  type LucideIcon,
  ReceiptText,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementEntry } from '../../api/gen/model';
import styles from './statement.module.css';

/** Types are compared in lower case (specification 3); one that this client does not know is a plain transaction. */
const ICONS: Record<string, LucideIcon> = {
  deposit: ArrowDownToLine,
  bonus: Gift,
  finish_bonus: Flag,
  withdraw: ArrowUpFromLine,
  transfer: ArrowLeftRight,
};

/** Any status but success and failure is in progress (specification 4.5). */
function statusOf(status: string): 'success' | 'failed' | 'pending' {
  if (status === 'SUCCESS') return 'success';
  return status === 'FAILED' ? 'failed' : 'pending';
}

function originOf({ bonus, promotion, invite, refund, luckydraw }: StatementEntry): string | undefined {
  return (bonus ?? promotion ?? invite ?? refund ?? luckydraw)?.description;
}

interface StatementRowProps {
  entry: StatementEntry;
  /** Who stands behind a code of `from` and `to`. */
  partyName: (code: string) => string;
}

/** One transaction: what, from where to where or for what, when, how much, and how far it got. */
export function StatementRow({ entry, partyName }: StatementRowProps) {
  const { t } = useTranslation('mf-wallet');
  const type = entry.statementType.toLowerCase();
  const Icon = ICONS[type] ?? ReceiptText;
  const status = statusOf(entry.status);
  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-type={type} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.what}>
        <p className={styles.activity}>{t(ICONS[type] ? `statement.${type}` : 'statement.other')}</p>
        <p className={styles.detail}>{originOf(entry) || `${partyName(entry.from)} → ${partyName(entry.to)}`}</p>
      </div>
      <div className={styles.much}>
        <p className={styles.amount} data-status={status}>
          <Money value={entry.amount} statementType={entry.statementType} />
        </p>
        <p className={styles.status} data-status={status}>
          {t(`statement.${status}`)}
        </p>
      </div>
      <p className={styles.when}>
        <DateTime value={entry.createdAt} />
        <RelativeTime value={entry.createdAt} />
      </p>
    </li>
  );
}
