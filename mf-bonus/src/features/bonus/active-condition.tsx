import type { Near } from '@krapao/kit/federation';
import { amountText } from '@krapao/kit/i18n';
import { Badge, type BadgeProps } from '@krapao/kit/ui/badge';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useTranslation } from 'react-i18next';
import type { ActiveBonus, BonusMinimum, ConditionProgress } from '../../api/gen/model';
import { useCheckBonusMinimum } from '../../api/gen/portal';
import { ProgressBar } from '../../shared/progress-bar';
import { useCurrency } from '../../shared/use-currency';
import styles from './active-condition.module.css';

const TONE: Record<string, BadgeProps['tone']> = { MET: 'success', LOST: 'danger', OPEN: 'warning' };

const POLL_MS = 30_000;

interface NumbersProps {
  way: BonusMinimum;
  progress: ConditionProgress;
}

/** How far it is, in the member's own numbers. */
function Numbers({ way, progress }: NumbersProps) {
  const { t } = useTranslation('mf-bonus');
  const currency = useCurrency();
  const { won, needed, remaining, bonus, base } = progress;
  const rows = [
    { name: t('condition.bonus'), value: bonus },
    { name: t('condition.base'), value: base },
    { name: t('condition.total'), value: way.total },
    { name: t('condition.minimum'), value: way.minimum },
    { name: t('condition.lostAt'), value: way.lostAt },
  ];
  const needs = amountText(needed, currency);
  const text =
    won < 0
      ? t('condition.behind', { lost: amountText(-won, currency), needed: needs })
      : t('condition.won', { won: amountText(won, currency), needed: needs });
  return (
    <>
      <div className={styles.way}>
        <p className={styles.won}>{text}</p>
        <ProgressBar label={t('condition.progress')} value={won} most={needed} text={text} />
        {remaining > 0 && progress.state === 'OPEN' && (
          <p className={styles.soft}>{t('condition.remaining', { amount: amountText(remaining, currency) })}</p>
        )}
      </div>
      <p className={styles.meaning}>
        {progress.betsOpen ? t('condition.betsOpen') : t(`condition.meaning.${progress.state}`)}
      </p>
      <dl className={styles.rows}>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amountText(value, currency)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** How far the condition is. `wanted`: there is one, or its question is open. */
export function useWay(wanted: boolean) {
  return useCheckBonusMinimum({
    query: { enabled: wanted, staleTime: 0, refetchOnWindowFocus: 'always', refetchInterval: POLL_MS },
  });
}

interface ActiveConditionProps {
  active: ActiveBonus;
  way: ReturnType<typeof useWay>;
  /** For the button that asks. */
  near: Near;
  onEnd: () => void;
}

/** The condition that the member is under: what it is, how far it is, and the button that asks to end it. */
export function ActiveCondition({ active, way, near, onEnd }: ActiveConditionProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const progress = way.data?.progress;
  const type = t(`condition.type.${active.type ?? 'other'}`);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('reward:bonus.active', { type: active.name ?? type })}</h2>
        <div className={styles.kind}>
          {active.name && <p className={styles.soft}>{type}</p>}
          {progress && <Badge tone={TONE[progress.state]}>{t(`condition.state.${progress.state}`)}</Badge>}
        </div>
      </div>
      <QueryView
        query={way}
        loading={
          <>
            <Skeleton width="60%" />
            <Skeleton shape="block" height={12} />
            <Skeleton shape="block" height={96} />
          </>
        }
        loadingClass={styles.way}
      >
        {(data) => (data.progress ? <Numbers way={data} progress={data.progress} /> : null)}
      </QueryView>
      <Button variant="secondary" block aria-haspopup="dialog" {...near} onClick={onEnd}>
        {t('reward:bonus.cancel')}
      </Button>
    </Card>
  );
}
