import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { ArrowDownToLine, ArrowUpFromLine, ImageUp, type LucideIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './statement.module.css';

/** What `wallet.slip` gets. */
interface SlipSlotProps {
  open: boolean;
  onClose: () => void;
  view: 'upload' | 'status';
}

/** What `wallet.deposits` and `wallet.withdrawals` get. */
interface ListSlotProps {
  open: boolean;
  onClose: () => void;
  /** Only this deposit or withdrawal, by what the statement calls it. */
  entry: string | undefined;
}

/** What lies beside the statement. */
export type Beside = 'slips' | 'deposits' | 'withdrawals';

/** Which of the dialogs beside the statement is open, and for which entry; their code is asked for by the first tap. */
export function useBeside() {
  const [last, setLast] = useState<{ what: Beside; entry: string | undefined } | null>(null);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<readonly Beside[]>([]);
  const show = useCallback((what: Beside, entry?: string) => {
    setAsked((past) => [...past, what]);
    setLast({ what, entry });
    setOpen(true);
  }, []);
  return { shown: open ? last?.what : undefined, entry: last?.entry, asked, show, close: () => setOpen(false) };
}

/** The ways to what lies beside the statement: how slips went, and each deposit and each withdrawal step by step. */
export function StatementLinks({ shown, entry, asked, show, close }: ReturnType<typeof useBeside>) {
  const { t } = useTranslation(['mf-wallet', 'slip']);
  const link = (what: Beside, Icon: LucideIcon, text: string) => (
    <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => show(what)}>
      <Icon aria-hidden="true" />
      {text}
    </button>
  );
  const list = (what: 'deposits' | 'withdrawals') =>
    asked.includes(what) && (
      <Slot<ListSlotProps>
        name={`wallet.${what}`}
        with={{ open: shown === what, onClose: close, entry }}
        pending={<LoadingOverlay active={shown === what} />}
      />
    );
  return (
    <div className={styles.links}>
      {link('deposits', ArrowDownToLine, t('deposits.title'))}
      {link('withdrawals', ArrowUpFromLine, t('withdraw.listTab'))}
      {link('slips', ImageUp, t('slip:uploadStatus'))}
      {asked.includes('slips') && (
        <Slot<SlipSlotProps>
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
