import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { ArrowDownToLine, ArrowUpFromLine, ImageUp, type LucideIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './statement.module.css';

/** The dialogs of the statement. */
export type StatementDialog = 'slips' | 'deposits' | 'withdrawals';

/** Which dialog is open, and for which entry. A dialog's code is loaded by the first tap. */
export function useStatementDialogs() {
  const [last, setLast] = useState<{ dialog: StatementDialog; entry: string | undefined } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<readonly StatementDialog[]>([]);
  const open = useCallback((dialog: StatementDialog, entry?: string) => {
    setLoaded((past) => [...past, dialog]);
    setLast({ dialog, entry });
    setOpen(true);
  }, []);
  return { shown: isOpen ? last?.dialog : undefined, entry: last?.entry, loaded, open, close: () => setOpen(false) };
}

/** Buttons for the slips, the deposits and the withdrawals, and their dialogs. */
export function StatementLinks({ dialogs }: { dialogs: ReturnType<typeof useStatementDialogs> }) {
  const { t } = useTranslation(['mf-wallet', 'slip']);
  const { shown, entry, loaded, open, close } = dialogs;
  const link = (dialog: StatementDialog, Icon: LucideIcon, text: string) => (
    <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => open(dialog)}>
      <Icon aria-hidden="true" />
      {text}
    </button>
  );
  const list = (dialog: 'deposits' | 'withdrawals') =>
    loaded.includes(dialog) && (
      <Slot
        name={`wallet.${dialog}`}
        with={{ open: shown === dialog, onClose: close, entry }}
        pending={<LoadingOverlay active={shown === dialog} />}
      />
    );
  return (
    <div className={styles.links}>
      {link('deposits', ArrowDownToLine, t('deposits.title'))}
      {link('withdrawals', ArrowUpFromLine, t('withdraw.listTab'))}
      {link('slips', ImageUp, t('slip:uploadStatus'))}
      {loaded.includes('slips') && (
        <Slot
          name="wallet.slip"
          with={{ open: shown === 'slips', onClose: close, view: 'status' }}
          pending={<LoadingOverlay active={shown === 'slips'} />}
        />
      )}
      {list('deposits')}
      {list('withdrawals')}
    </div>
  );
}
