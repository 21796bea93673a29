import { useTranslation } from 'react-i18next';
import type { WithdrawalRecord } from '../../api/gen/model';
import { isOneOf } from '../../shared/is-one-of';
import { isPending } from '../../shared/status';
import { Timeline, type TimelineStep } from '../../shared/timeline';

/** The steps of a withdrawal that is paid. */
const PAID_STEPS = ['REQUESTED', 'APPROVED', 'SENT', 'PAID'] as const;

/** Steps after which the money is back in the wallet. */
const RETURN_STEPS = ['REJECTED', 'CANCELLED', 'REFUSED'] as const;

/**
 * The steps of a withdrawal, also those to come while it is pending. Payment by hand may skip steps: what is past is
 * never announced.
 */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: WithdrawalRecord }) {
  const { t } = useTranslation('mf-wallet');
  const { timeline } = withdrawal;
  const steps = timeline.map(
    ({ step, at }): TimelineStep => ({
      key: `${step} ${at}`,
      mark: step === 'CANCELLED' ? 'cancelled' : isOneOf(RETURN_STEPS, step) ? 'over' : 'done',
      text: t(`withdraw.step.${isOneOf([...PAID_STEPS, ...RETURN_STEPS], step) ? step : 'OTHER'}`),
      at,
    }),
  );
  if (isPending(withdrawal)) {
    const reached = Math.max(...timeline.map(({ step }) => PAID_STEPS.findIndex((name) => name === step)), -1);
    for (const step of PAID_STEPS.slice(reached + 1)) {
      steps.push({ key: step, mark: 'next', text: t(`withdraw.step.${step}_NEXT`) });
    }
  }
  return <Timeline label={t('withdraw.timeline')} steps={steps} />;
}
