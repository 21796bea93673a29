import { errorText } from '@krapao/kit/i18n';
import { Badge } from '@krapao/kit/ui/badge';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import { Spinner } from '@krapao/kit/ui/spinner';
import { toast } from '@krapao/kit/ui/toast';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slip } from '../../api/gen/model';
import { STATUS_TONE } from '../../shared/outcome';
import { statusOf } from '../../shared/status';
import styles from './slip.module.css';
import { addressOf, viewByReference } from './slip-view';
import { isInReview } from './use-slips';

/**
 * Why, in parentheses: that a person looks at it, or the reason of a note in reading B; one that nobody knows is none
 * (specification 8).
 */
function Reason({ slip }: { slip: Slip }) {
  const { t, i18n } = useTranslation(['slip', 'mf-wallet']);
  const { note } = slip;
  const known = note && i18n.exists(`slip:reason.${note}`) ? t(`reason.${note}`) : null;
  const text = isInReview(slip) ? t('mf-wallet:slipStatus.inReview') : known;
  return text && <span className={styles.reason}>{` (${text})`}</span>;
}

/** The address of a link that may be opened. */
function linkOf({ link }: Slip): string | null {
  try {
    return link ? addressOf(link) : null;
  } catch {
    return null;
  }
}

function View({ slip }: { slip: Slip }) {
  const { t } = useTranslation('slip');
  const [opening, setOpening] = useState(false);
  // Who closes the list no longer waits for an image.
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const link = linkOf(slip);
  const label = `${t('view')} ${slip.reference}`;
  const content = (
    <>
      {opening ? <Spinner /> : <Eye aria-hidden="true" />}
      {t('view')}
    </>
  );
  if (link) {
    return (
      <a className={styles.view} href={link} target="_blank" rel="noopener noreferrer" aria-label={label}>
        {content}
      </a>
    );
  }
  const open = async () => {
    if (opening) return;
    setOpening(true);
    const left = new AbortController();
    leaving.current = left;
    try {
      await viewByReference(slip.reference, left.signal);
    } catch (error) {
      if (!left.signal.aborted) toast.error(errorText(error));
    } finally {
      setOpening(false);
    }
  };
  return (
    <button
      type="button"
      className={styles.view}
      aria-label={label}
      aria-busy={opening || undefined}
      onClick={() => void open()}
    >
      {content}
    </button>
  );
}

/** Slips: when each was received, how much it was, how its check went and why, and a look at it. */
export function SlipTable({ slips, busy }: { slips: Slip[]; busy: boolean }) {
  const { t } = useTranslation(['slip', 'mf-wallet']);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-busy={busy || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('receivedAt')}</th>
            <th scope="col" className={styles.number}>
              {t('amount')}
            </th>
            <th scope="col">{t('status')}</th>
            <th scope="col">
              <VisuallyHidden>{t('view')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {slips.map((slip) => {
            const status = statusOf(slip.status);
            return (
              <tr key={slip._id}>
                <td className={styles.when} data-label={t('receivedAt')}>
                  <DateTime value={slip.createdAt} />
                </td>
                <td className={styles.number} data-label={t('amount')}>
                  <Money value={slip.amount > 0 ? slip.amount : null} />
                </td>
                <td data-label={t('status')}>
                  <Badge tone={STATUS_TONE[status]}>{t(`mf-wallet:statement.${status}`)}</Badge>
                  <Reason slip={slip} />
                </td>
                <td>
                  <View slip={slip} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
