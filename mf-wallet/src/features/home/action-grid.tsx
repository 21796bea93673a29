import { Slot } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tile } from '@krapao/kit/ui/tile';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './action-grid.module.css';
import type { LinkedDialog } from './use-dialog-link';

/** What the tiles of other teams get: `home.spin`, `home.invite`, `home.bonus`, `home.refund`. They draw the kit's Tile, or nothing. */
export interface HomeTileProps {
  /** Coins for the prize wheel; undefined until the wallet is known. */
  coin: number | undefined;
  /** The member's currency; undefined until the wallet is known. */
  currency: Currency | undefined;
  /** Reads the wallet again, after something has changed it. */
  onChanged: () => void;
  /** What to draw instead when the feature is off: 'refresh all' in `home.spin`, nothing elsewhere. */
  fallback: ReactNode;
}

interface ActionGridProps {
  tile: Omit<HomeTileProps, 'fallback'>;
  checking: boolean;
  onCheck: () => void;
  onOpen: (dialog: LinkedDialog) => void;
}

/** The widget grid. A place that nobody fills is left out, and the last row fills the width: there is never a hole. */
export function ActionGrid({ tile, checking, onCheck, onOpen }: ActionGridProps) {
  const { t } = useTranslation('mf-wallet');
  const refreshAll = <Tile icon={<RefreshCw />} label={t('home.refreshAll')} loading={checking} onPress={onCheck} />;
  const pending = <Skeleton shape="card" />;
  const foreign = (name: string, fallback: ReactNode = null) => (
    <Slot<HomeTileProps> name={name} with={{ ...tile, fallback }} fallback={fallback} pending={pending} />
  );
  return (
    <section className={styles.actions} aria-label={t('home.services')}>
      <div className={styles.main}>
        <Tile
          tone="accent"
          icon={<ArrowDownToLine />}
          label={t('home.deposit')}
          onPress={() => onOpen('deposit')}
          opensDialog
        />
        <Tile icon={<ArrowUpFromLine />} label={t('home.withdraw')} onPress={() => onOpen('withdraw')} opensDialog />
      </div>
      <div className={styles.more}>
        {foreign('home.spin', refreshAll)}
        <Tile icon={<ArrowLeftRight />} label={t('home.transfer')} onPress={() => onOpen('transfer')} opensDialog />
        {foreign('home.invite')}
        {foreign('home.bonus')}
        {foreign('home.refund')}
      </div>
    </section>
  );
}
