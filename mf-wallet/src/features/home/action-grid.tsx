import { type Near, Slot } from '@krapao/kit/federation';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Tile } from '@krapao/kit/ui/tile';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeTileProps } from '../../slots';
import styles from './action-grid.module.css';
import type { LinkedDialog } from './use-dialog-link';

interface ActionGridProps {
  tile: Omit<HomeTileProps, 'fallback'>;
  checking: boolean;
  onCheck: () => void;
  onOpen: (dialog: LinkedDialog) => void;
  /** For the tile of a dialog. */
  nearTo: (dialog: LinkedDialog) => Near;
}

/** The widget grid. A place that nobody fills is left out, and the last row fills the width: there is never a hole. */
export const ActionGrid = memo(function ActionGrid({ tile, checking, onCheck, onOpen, nearTo }: ActionGridProps) {
  const { t } = useTranslation('mf-wallet');
  const refreshAll = <Tile icon={<RefreshCw />} label={t('home.refreshAll')} loading={checking} onPress={onCheck} />;
  const opener = (dialog: LinkedDialog, icon: ReactNode, tone?: 'accent') => (
    <span className={styles.opener} {...nearTo(dialog)}>
      <Tile
        {...(tone && { tone })}
        icon={icon}
        label={t(`home.${dialog}`)}
        onPress={() => onOpen(dialog)}
        opensDialog
      />
    </span>
  );
  const pending = <Skeleton shape="card" />;
  const foreign = (name: 'home.spin' | 'home.invite' | 'home.bonus' | 'home.refund', fallback: ReactNode = null) => (
    <Slot name={name} with={{ ...tile, fallback }} fallback={fallback} pending={pending} />
  );
  return (
    <section className={styles.actions} aria-label={t('home.services')}>
      <div className={styles.main}>
        {opener('deposit', <ArrowDownToLine />, 'accent')}
        {opener('withdraw', <ArrowUpFromLine />)}
      </div>
      <div className={styles.more}>
        {foreign('home.spin', refreshAll)}
        {opener('transfer', <ArrowLeftRight />)}
        {foreign('home.invite')}
        {foreign('home.bonus')}
        {foreign('home.refund')}
      </div>
    </section>
  );
});
