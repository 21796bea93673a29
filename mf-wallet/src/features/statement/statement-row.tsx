import { Badge } from '@krapao/kit/ui/badge';
import { DateTime } from '@krapao/kit/ui/date-time';
import { EntryRow, type EntryRowProps } from '@krapao/kit/ui/entry-list';
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
import { useTranslation } from 'react-i18next';
import type { StatementEntry } from '../../api/gen/model';
import { isOneOf } from '../../shared/is-one-of';
import { STATUS_TONE } from '../../shared/outcome';
import { type Status, statusOf } from '../../shared/status';
import { DAY_WORDS } from './days';
import type { StatementDialog } from './statement-dialogs';

/** Types are compared in lower case (specification 3). An unknown one is a plain transaction. */
const ICONS = {
  deposit: ArrowDownToLine,
  bonus: Gift,
  finish_bonus: Flag,
  withdraw: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  withdraw_back: Undo2,
  transfer_back: Undo2,
} satisfies Record<string, LucideIcon>;

const KINDS = Object.keys(ICONS) as (keyof typeof ICONS)[];

const ICON_TONE: Record<string, EntryRowProps['tone']> = { deposit: 'success', bonus: 'accent' };

/**
 * What failed after it had left the wallet is returned by an entry of its own. Both count, so that the list adds up to
 * the balance.
 */
function statusOfEntry({ status, walletChange }: StatementEntry): Status {
  const plain = statusOf(status);
  return plain === 'failed' && walletChange !== 0 ? 'returned' : plain;
}

/** The type of an entry in lower case. For money that came back, the type of what it came back from. */
function kindOf({ statementType, returnOf }: StatementEntry): keyof typeof ICONS | 'other' {
  const back = returnOf && `${returnOf.toLowerCase()}_back`;
  if (back === 'withdraw_back' || back === 'transfer_back') return back;
  const kind = statementType.toLowerCase();
  return isOneOf(KINDS, kind) ? kind : 'other';
}

/** The dialog that shows the steps of an entry with a reference. */
const DIALOG_OF: Record<string, StatementDialog> = {
  deposit: 'deposits',
  withdraw: 'withdrawals',
  withdraw_back: 'withdrawals',
};

/** From where to where. The wallet itself is left out where it is always on the same side. */
function partiesOf(kind: string, { from, to }: StatementEntry, partyName: (code: string) => string): string {
  if (kind === 'deposit' || kind === 'withdraw_back') return partyName(from);
  if (kind === 'withdraw') return partyName(to);
  return `${partyName(from)} → ${partyName(to)}`;
}

function originOf({ bonus, promotion, invite, refund, luckydraw }: StatementEntry): string | undefined {
  return (bonus ?? promotion ?? invite ?? refund ?? luckydraw)?.description;
}

interface StatementRowProps {
  entry: StatementEntry;
  /** The day that begins with it; undefined for the same day as the entry above. */
  day: string | undefined;
  /** The name behind a code of `from` and `to`. */
  partyName: (code: string) => string;
  /** Opens the dialog that shows its steps. */
  onOpen: (dialog: StatementDialog, reference: string) => void;
}

/** One transaction: what, from where to where or for what, when, how much, and how far it got. */
export function StatementRow({ entry, day, partyName, onOpen }: StatementRowProps) {
  const { t } = useTranslation('mf-wallet');
  const kind = kindOf(entry);
  const Icon = kind === 'other' ? ReceiptText : ICONS[kind];
  const status = statusOfEntry(entry);
  const dialog = DIALOG_OF[kind];
  const { reference } = entry;
  return (
    <EntryRow
      heading={day !== undefined && isOneOf(DAY_WORDS, day) ? t(`statement.day.${day}`) : day}
      icon={<Icon />}
      tone={ICON_TONE[kind]}
      title={t(`statement.${kind}`)}
      onOpen={dialog && reference ? () => onOpen(dialog, reference) : undefined}
      end={<Money value={entry.amount} statementType={kind === 'withdraw_back' ? 'DEPOSIT' : entry.statementType} />}
      isVoid={status === 'failed'}
      details={[originOf(entry) || partiesOf(kind, entry, partyName)]}
      when={
        <>
          <DateTime value={entry.createdAt} />
          <RelativeTime value={entry.createdAt} />
        </>
      }
      foot={<Badge tone={STATUS_TONE[status]}>{t(`statement.${status}`)}</Badge>}
    />
  );
}
