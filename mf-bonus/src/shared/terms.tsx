import { Ban, CircleCheck, CircleX, Flag, Gamepad2, type LucideIcon, Scissors, WalletMinimal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './terms.module.css';

/** A rule of the specification that is said beside the percentages (4.6). */
const RULES = {
  withdrawAll: Scissors,
  turnover: WalletMinimal,
  threshold: Flag,
  beforeDeposit: Ban,
  clearsGames: Gamepad2,
} satisfies Record<string, LucideIcon>;

interface TermsProps {
  /** How much must be won, in percent of what is received. */
  success: number;
  /** At or below which percentage it counts as lost. */
  fail: number;
  rules?: readonly (keyof typeof RULES)[];
}

/** The conditions of what is received, before it is received. */
export function Terms({ success, fail, rules = [] }: TermsProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  return (
    <ul className={styles.terms} aria-label={t('terms.title')}>
      <li>
        <CircleCheck aria-hidden="true" />
        {t('reward:terms.success', { percent: success })}
      </li>
      <li>
        <CircleX aria-hidden="true" />
        {t('reward:terms.fail', { percent: fail })}
      </li>
      {rules.map((rule) => {
        const Icon = RULES[rule];
        return (
          <li key={rule}>
            <Icon aria-hidden="true" />
            {t(`reward:rule.${rule}`)}
          </li>
        );
      })}
    </ul>
  );
}
