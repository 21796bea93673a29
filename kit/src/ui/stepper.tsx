import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import styles from './stepper.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface StepperProps {
  /** The names of the steps, in their order. */
  steps: readonly string[];
  /** Which is the present one, counted from 0. */
  current: number;
}

/** How far a wizard has come. It shows and is not pressed: steps cannot be jumped to. */
export function Stepper({ steps, current }: StepperProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.stepper}>
      <ol className={styles.bars}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classNames(styles.bar, index <= current && styles.reached)}
            aria-current={index === current ? 'step' : undefined}
          >
            <VisuallyHidden>
              {step}
              {index < current && ` (${t('stepper.done')})`}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className={styles.line} aria-hidden="true">
        <span className={styles.name}>{steps[current]}</span>
        <span className={styles.count}>{t('stepper.progress', { step: current + 1, total: steps.length })}</span>
      </div>
    </div>
  );
}
