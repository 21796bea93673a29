import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { useTranslation } from 'react-i18next';
import type { Condition } from './use-condition';

interface ConditionNoteProps {
  condition: Condition;
  currency: Currency;
  /** What the member has entered, in the major unit; 0 for nothing. */
  amount: number;
  /** What would be left and cut under a met condition. */
  rest: number;
}

/** The bonus-condition warning, with the member's own numbers where they are known. */
export function ConditionNote({ condition, currency, amount, rest }: ConditionNoteProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  switch (condition.kind) {
    case 'none':
    case 'checking':
      return null;
    case 'unknown':
      return <Alert>{t('withdraw.ifBonus')}</Alert>;
    case 'open':
      return (
        <Alert tone="warning">
          <p>{t('wallet:withdraw.bonusWarning')}</p>
          {condition.minimum !== undefined && condition.total !== undefined && (
            <p>
              {t('withdraw.conditionNumbers', {
                minimum: amountText(condition.minimum, currency),
                total: amountText(condition.total, currency),
              })}
            </p>
          )}
        </Alert>
      );
    case 'met':
      return (
        <Alert tone="warning" title={t('withdraw.met')}>
          {amount > 0 && rest > 0
            ? t('withdraw.cut', { amount: amountText(amount, currency), rest: amountText(rest, currency) })
            : t('withdraw.cutAll')}
        </Alert>
      );
  }
}
