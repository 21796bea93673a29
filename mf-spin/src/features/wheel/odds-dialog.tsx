import { CopyButton } from '@krapao/kit/ui/copy-button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { useTranslation } from 'react-i18next';
import type { SpinSetup } from '../../api/gen/model';
import styles from './odds-dialog.module.css';

/** At most so many decimals: 12.5, 0.0001; a chance is never rounded down to none. */
const percent = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

interface OddsDialogProps {
  setup: SpinSetup;
  open: boolean;
  onClose: () => void;
}

/** What the wheel holds and how likely each sector is, and what binds the house to the member's next spin. */
export function OddsDialog({ setup, open, onClose }: OddsDialogProps) {
  const { t } = useTranslation('mf-spin');
  return (
    <Dialog open={open} onClose={onClose} title={t('odds.title')}>
      <div className={styles.body}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('odds.sector')}</th>
              <th scope="col">{t('odds.chance')}</th>
            </tr>
          </thead>
          <tbody>
            {setup.activeSpinwheel.slice.map(({ code, label, bgColor, chance }) => (
              <tr key={code}>
                <th scope="row">
                  <span className={styles.colour} style={{ background: bgColor }} />
                  {label}
                </th>
                <td>{chance === undefined ? '-' : `${percent.format(chance)}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <section className={styles.fixed}>
          <h3 className={styles.title}>{t('odds.fixed')}</h3>
          <p className={styles.text}>{t('odds.fixedText')}</p>
          <div className={styles.seal}>
            <code>{setup.commitment}</code>
            <CopyButton text={setup.commitment} label={t('odds.copy')} />
          </div>
        </section>
      </div>
    </Dialog>
  );
}
