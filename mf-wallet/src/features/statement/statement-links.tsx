import { Slot } from '@krapao/kit/federation';
import { Button } from '@krapao/kit/ui/button';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './statement.module.css';

/** What `wallet.slip` gets. */
interface SlipSlotProps {
  open: boolean;
  onClose: () => void;
  view: 'upload' | 'status';
}

/** What `wallet.deposits` gets. */
interface DepositsSlotProps {
  open: boolean;
  onClose: () => void;
}

type Shown = 'slips' | 'deposits';

/** What lies beside the statement: how slips went, and each deposit step by step. Their code is asked for by the first tap. */
export function StatementLinks() {
  const { t } = useTranslation(['mf-wallet', 'slip']);
  const [shown, setShown] = useState<Shown | null>(null);
  const [asked, setAsked] = useState<readonly Shown[]>([]);
  const show = (what: Shown) => {
    setAsked((past) => [...past, what]);
    setShown(what);
  };
  const close = () => setShown(null);
  return (
    <div className={styles.links}>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => show('slips')}>
        {t('slip:uploadStatus')}
      </Button>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => show('deposits')}>
        {t('deposits.title')}
      </Button>
      {asked.includes('slips') && (
        <Slot<SlipSlotProps>
          name="wallet.slip"
          with={{ open: shown === 'slips', onClose: close, view: 'status' }}
          pending={<LoadingOverlay active={shown === 'slips'} />}
        />
      )}
      {asked.includes('deposits') && (
        <Slot<DepositsSlotProps>
          name="wallet.deposits"
          with={{ open: shown === 'deposits', onClose: close }}
          pending={<LoadingOverlay active={shown === 'deposits'} />}
        />
      )}
    </div>
  );
}
