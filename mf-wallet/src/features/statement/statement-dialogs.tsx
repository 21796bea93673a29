import { Slot, useDialogCode } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { ArrowDownToLine, ArrowUpFromLine, ImageUp, type LucideIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './statement.module.css';

/** The dialogs of the statement. */
export type StatementDialog = 'slips' | 'deposits' | 'withdrawals';

/** The place of each. */
const PLACES = { slips: 'wallet.slip', deposits: 'wallet.deposits', withdrawals: 'wallet.withdrawals' } as const;

/** Which dialog is open, and for which entry. A dialog's code is loaded once its button is near. */
export function useStatementDialogs() {
  const [last, setLast] = useState<{ dialog: StatementDialog; entry: string | undefined } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<readonly StatementDialog[]>([]);
  const { near, press } = useDialogCode();
  const open = useCallback(
    (dialog: StatementDialog, entry?: string) => {
      press(PLACES[dialog]);
      setLoaded((past) => [...past, dialog]);
      setLast({ dialog, entry });
      setOpen(true);
    },
    [press],
  );
  return {
    shown: isOpen ? last?.dialog : undefined,
    entry: last?.entry,
    loaded,
    /** For the button of a dialog: fetches the dialog's code. */
    nearTo: (dialog: StatementDialog) => near(PLACES[dialog]),
    open,
    close: () => setOpen(false),
  };
}

/** Buttons for the slips, the deposits and the withdrawals, and their dialogs. */
export function StatementLinks({ dialogs }: { dialogs: ReturnType<typeof useStatementDialogs> }) {
  const { t } = useTranslation(['mf-wallet', 'slip']);
  const { shown, entry, loaded, nearTo, open, close } = dialogs;
  const link = (dialog: StatementDialog, Icon: LucideIcon, text: string) => (
    <button
      type="button"
      className={styles.link}
      aria-haspopup="dialog"
      {...nearTo(dialog)}
      onClick={() => open(dialog)}
    >
      <Icon aria-hidden="true" />
      {text}
    </button>
  );
  const list = (dialog: 'deposits' | 'withdrawals') =>
    loaded.includes(dialog) && (
      <Slot
        name={PLACES[dialog]}
        with={{ open: shown === dialog, onClose: close, entry }}
        pending={<LoadingOverlay active={shown === dialog} />}
      />
    );
  return (
    <div className={styles.links}>
      {link('deposits', ArrowDownToLine, t('statement.deposits'))}
      {link('withdrawals', ArrowUpFromLine, t('statement.withdrawals'))}
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
