import { currencyLabel, errorText, toLanguageTag, useLocale } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Field } from '@krapao/kit/ui/field';
import { Select } from '@krapao/kit/ui/select';
import { useTranslation } from 'react-i18next';
import { registerAccountBodyBankAccountNoMax } from '../../api/gen/forms';
import type { Currency, SiteSettings } from '../../api/gen/model';
import { BankPicker } from '../../shared/bank-picker';
import { FailureAlert } from '../../shared/failure-alert';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import styles from './registration.module.css';
import { useBankStep } from './use-bank-step';
import type { Wizard } from './use-wizard';

/** The longest first or last name; both and the space between make the contract's 201. */
const NAME_MAX = 100;

function useRecommendation({ edition, recommendedBanks }: SiteSettings): string | undefined {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  if (edition === 'laos' || recommendedBanks.length === 0) return undefined;
  const banks = new Intl.ListFormat(toLanguageTag(locale), { type: 'disjunction' }).format(recommendedBanks);
  return t('register.bank.recommended', { banks });
}

/** Step 4: the bank account that withdrawals go to, and in the Laos edition the wallet's currency. */
export function BankStep({ wizard, heading, site }: StepProps<Wizard> & { site: SiteSettings }) {
  const { t } = useTranslation('shell');
  const { entry, latin, problems, change, ...step } = useBankStep(wizard, site);
  const recommendation = useRecommendation(site);
  const say = (problem: string | undefined) =>
    problem && (problem.startsWith('register.') ? t(problem) : errorText(problem));
  return (
    <StepFrame
      heading={heading}
      title={t('register.bank.title')}
      lead={t('register.bank.lead')}
      pending={step.pending}
      onSubmit={step.submit}
    >
      <BankPicker
        bank={entry.bank}
        onChoose={(bank) => change({ bank })}
        hint={recommendation}
        error={say(problems.bank)}
      />
      <Field
        kind="numeric"
        label={t('register.bank.accountNo')}
        name="accountNo"
        autoComplete="off"
        maxLength={registerAccountBodyBankAccountNoMax}
        value={entry.accountNo}
        onValueChange={(accountNo) => change({ accountNo })}
        error={say(problems.accountNo)}
        required
      />
      <div className={styles.pair}>
        <Field
          label={t(latin ? 'register.bank.firstNameEnglish' : 'register.bank.firstName')}
          name="firstName"
          autoComplete="given-name"
          autoCapitalize="characters"
          maxLength={NAME_MAX}
          uppercase
          value={entry.firstName}
          onValueChange={(firstName) => change({ firstName })}
          error={say(problems.firstName)}
          required
        />
        <Field
          label={t(latin ? 'register.bank.lastNameEnglish' : 'register.bank.lastName')}
          name="lastName"
          autoComplete="family-name"
          autoCapitalize="characters"
          maxLength={NAME_MAX}
          uppercase
          value={entry.lastName}
          onValueChange={(lastName) => change({ lastName })}
          error={say(problems.lastName)}
          required
        />
      </div>
      {site.edition === 'laos' && (
        <Select
          label={t('register.bank.currency')}
          hint={t('register.bank.currencyHint')}
          name="currency"
          options={site.currencies.map((currency) => ({
            value: currency,
            label: `${currency} · ${currencyLabel(currency)}`,
          }))}
          value={entry.currency}
          onValueChange={(currency) => change({ currency: currency as Currency })}
        />
      )}
      {step.failure && <FailureAlert failure={step.failure} onReady={step.retry} />}
      <Button type="submit" block disabled={step.waiting}>
        {t('register.bank.submit')}
      </Button>
    </StepFrame>
  );
}
