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
  Undo2,
} from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementEntry } from '../../api/gen/model';
import styles from './statement.module.css';
import type { Beside } from './statement-links';

/** Types are compared in lower case (specification 3); one that this client does not know is a plain transaction. */
const ICONS: Record<string, LucideIcon> = {
  deposit: ArrowDownToLine,
  bonus: Gift,
  finish_bonus: Flag,
  withdraw: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  withdraw_back: Undo2,
  transfer_back: Undo2,
};

/**
 * Any status but success and failure is in progress (specification 4.5). What failed after it had left the wallet is returned by an
 * entry of its own: both count, so that what is shown adds up to the balance.
 */
function statusOf({ status, walletChange }: StatementEntry): 'success' | 'failed' | 'pending' | 'returned' {
  if (status === 'SUCCESS') return 'success';
  if (status !== 'FAILED') return 'pending';
  return walletChange === 0 ? 'failed' : 'returned';
}

/** What an entry is: its type in lower case, or for money that came back what it had left for. */
function kindOf({ statementType, returnOf }: StatementEntry): string {
  const back = returnOf && `${returnOf.toLowerCase()}_back`;
  return back === 'withdraw_back' || back === 'transfer_back' ? back : statementType.toLowerCase();
}

/** Where an entry that has a reference is told step by step. */
const TOLD: Record<string, Beside> = { deposit: 'deposits', withdraw: 'withdrawals', withdraw_back: 'withdrawals' };

/** The wallet's other side says enough where it is always the same one. */
function wayOf(kind: string, { from, to }: StatementEntry, partyName: (code: string) => string): string {
  if (kind === 'deposit' || kind === 'withdraw_back') return partyName(from);
  if (kind === 'withdraw') return partyName(to);
  return `${partyName(from)} → ${partyName(to)}`;
}

function originOf({ bonus, promotion, invite, refund, luckydraw }: StatementEntry): string | undefined {
  return (bonus ?? promotion ?? invite ?? refund ?? luckydraw)?.description;
}

interface StatementRowProps {
  entry: StatementEntry;
  /** Who stands behind a code of `from` and `to`. */
  partyName: (code: string) => string;
  /** Opens what tells it step by step. */
  onTell: (where: Beside, reference: string) => void;
}

/** One transaction: what, from where to where or for what, when, how much, and how far it got. */
export function StatementRow({ entry, partyName, onTell }: StatementRowProps) {
  const { t } = useTranslation('mf-wallet');
  const kind = kindOf(entry);
  const Icon = ICONS[kind] ?? ReceiptText;
  const status = statusOf(entry);
  const name = t(ICONS[kind] ? `statement.${kind}` : 'statement.other');
  const told = TOLD[kind];
  const { reference } = entry;
  const id = useId();
  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-type={kind} aria-hidden="true">
        <Icon />
      </span>
      <p className={styles.activity}>
        {told && reference ? (
          <button
            type="button"
            className={styles.lead}
            aria-haspopup="dialog"
            // Every deposit has the same name: what tells this one from the others is read out with it.
            aria-describedby={`${id}way ${id}amount ${id}when`}
            onClick={() => onTell(told, reference)}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </p>
      <p className={styles.detail} id={`${id}way`}>
        {originOf(entry) || wayOf(kind, entry, partyName)}
      </p>
      <p className={styles.amount} id={`${id}amount`} data-status={status}>
        <Money value={entry.amount} statementType={kind === 'withdraw_back' ? 'DEPOSIT' : entry.statementType} />
      </p>
      <div className={styles.foot}>
        <p className={styles.status} data-status={status}>
          {t(`statement.${status}`)}
        </p>
        <p className={styles.when} id={`${id}when`}>
          <DateTime value={entry.createdAt} />
          <RelativeTime value={entry.createdAt} />
        </p>
      </div>
    </li>
  );
}
