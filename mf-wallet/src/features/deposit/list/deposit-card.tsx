import { Badge } from '@krapao/kit/ui/badge';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import {
  ChevronDown,
  Gift,
  Landmark,
  type LucideIcon,
  MessageSquareText,
  QrCode,
  ReceiptText,
  WalletMinimal,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositRecord } from '../../../api/gen/model';
import { outcomeOf, STATUS_TONE } from '../../../shared/outcome';
import { Reference } from '../../../shared/reference';
import { isPending } from '../../../shared/status';
import { DepositTimeline } from './deposit-timeline';
import styles from './deposits.module.css';

/** A kind that this client does not know is a bank transfer (contract). */
const ICONS: Record<string, LucideIcon> = {
  QR: QrCode,
  BANK: Landmark,
  EWALLET: WalletMinimal,
  SLIP: ReceiptText,
  GIFT_LINK: Gift,
  CLAIM: MessageSquareText,
};

/** Why it was refused: the slip's reason in words, or what the operator wrote; a reason nobody knows is none. */
function useReason({ note, reason }: DepositRecord): string | undefined {
  const { t, i18n } = useTranslation('slip');
  if (note && i18n.exists(`slip:reason.${note}`)) return t(`reason.${note}`);
  return reason;
}

/** Why a person looks into it, in words; a reason nobody knows is OTHER. */
function useReview({ reviewReason }: DepositRecord): string | undefined {
  const { t, i18n } = useTranslation('mf-wallet');
  if (!reviewReason) return undefined;
  return t(`deposits.review.${i18n.exists(`mf-wallet:deposits.review.${reviewReason}`) ? reviewReason : 'OTHER'}`);
}

interface DepositCardProps {
  deposit: DepositRecord;
  /** Who stands behind a gateway's, a bank's or an e-wallet's code. */
  partyName: (code: string) => string;
  /** It stands alone: its steps lie open. */
  alone?: boolean;
}

/**
 * One deposit: by which way, how much, how far it has come, and step by step on demand; open while it is in progress,
 * and alone.
 */
export function DepositCard({ deposit, partyName, alone = false }: DepositCardProps) {
  const { t } = useTranslation('mf-wallet');
  const [startsOpen] = useState(alone || isPending(deposit));
  const reason = useReason(deposit);
  const review = useReview(deposit);
  const { _id, amount, currency, channel, createdAt } = deposit;
  const kind = ICONS[deposit.kind] ? deposit.kind : 'BANK';
  const Icon = ICONS[kind] ?? Landmark;
  const status = outcomeOf(deposit);
  return (
    <Card tone="sunken" className={styles.deposit}>
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden="true">
          <Icon />
        </span>
        <p className={styles.words}>
          <span className={styles.kind}>{t(`deposits.kind.${kind}`)}</span>
          {channel !== '' && <span className={styles.soft}>{partyName(channel)}</span>}
        </p>
        <p className={styles.much}>
          <span className={styles.amount}>
            {amount > 0 ? <Money value={amount} currency={currency} /> : <Money value={null} />}
          </span>
          <Badge tone={STATUS_TONE[status]}>{t(`statement.${status}`)}</Badge>
        </p>
      </div>
      {reason && status === 'failed' && <p className={styles.reason}>{t('deposits.reason', { reason })}</p>}
      {review && status === 'pending' && <p className={styles.reason}>{review}</p>}
      <details className={styles.more} open={startsOpen}>
        <summary className={styles.summary}>
          <DateTime value={createdAt} />
          <ChevronDown className={styles.turn} aria-hidden="true" />
        </summary>
        <DepositTimeline deposit={deposit} kind={kind} waiting={status === 'pending'} />
        <Reference reference={_id} copyLabel={t('deposits.copyId')} />
      </details>
    </Card>
  );
}
