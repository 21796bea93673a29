import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { Coins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './hub-button.module.css';

interface HubButtonProps {
  coins: number;
  /** The member can pay a spin. */
  enough: boolean;
  /** A spin is under way: presses are swallowed, and the button keeps its focus. */
  busy: boolean;
  /** Says why it cannot be pressed. */
  describedBy?: string | undefined;
  onPress: () => void;
}

/** The middle of the wheel: what spins it, and how many coins are left. */
export function HubButton({ coins, enough, busy, describedBy, onPress }: HubButtonProps) {
  const { t } = useTranslation('mf-spin');
  return (
    <button
      type="button"
      className={styles.button}
      data-ready={(enough && !busy) || undefined}
      aria-disabled={!enough || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={enough && !busy ? onPress : undefined}
    >
      <span className={styles.word}>{t('wheel.spin')}</span>
      <span className={styles.count} data-long={coins > 999 || undefined}>
        <Coins aria-hidden="true" />
        <span aria-hidden="true">{coins}</span>
        <VisuallyHidden>{t('wheel.coins', { count: coins })}</VisuallyHidden>
      </span>
    </button>
  );
}
