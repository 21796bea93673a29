import { errorText } from '@krapao/kit/i18n';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import { Spinner } from '@krapao/kit/ui/spinner';
import { toast } from '@krapao/kit/ui/toast';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slip } from '../../api/gen/model';
import styles from './slip.module.css';
import { addressOf, viewByReference } from './slip-view';

/** Any status but success and failure is in progress (specification 4.5). */
function statusOf({ status }: Slip): 'success' | 'failed' | 'pending' {
  if (status === 'SUCCESS') return 'success';
  return status === 'FAILED' ? 'failed' : 'pending';
}

/** The reason of a note in reading B, in parentheses; one that nobody knows is none (specification 8). */
function Reason({ note }: { note: string | undefined }) {
  const { t, i18n } = useTranslation('slip');
  if (!note || !i18n.exists(`slip:reason.${note}`)) return null;
  return <span className={styles.reason}>{` (${t(`reason.${note}`)})`}</span>;
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
    try {
      await viewByReference(slip.reference);
    } catch (error) {
      toast.error(errorText(error));
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
            const status = statusOf(slip);
            return (
              <tr key={slip._id}>
                <td className={styles.when}>
                  <DateTime value={slip.createdAt} />
                </td>
                <td className={styles.number}>
                  <Money value={slip.amount > 0 ? slip.amount : null} />
                </td>
                <td>
                  <span className={styles.status} data-status={status}>
                    {t(`mf-wallet:statement.${status}`)}
                  </span>
                  <Reason note={slip.note} />
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
