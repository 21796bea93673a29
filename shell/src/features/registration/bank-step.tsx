import { currencyLabel, toLanguageTag, useLocale } from '@krapao/kit/i18n';
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
  const { form, latin, pending } = useBankStep(wizard, site);
  const recommendation = useRecommendation(site);
  return (
    <StepFrame
      heading={heading}
      title={t('register.bank.title')}
      lead={t('register.bank.lead')}
      pending={pending}
      form={form}
    >
      <BankPicker
        bank={form.values.bank}
        onChoose={(bank) => form.set('bank', bank)}
        hint={recommendation}
        error={form.problemOf('bank')}
      />
      <Field
        kind="numeric"
        label={t('register.bank.accountNo')}
        autoComplete="off"
        maxLength={registerAccountBodyBankAccountNoMax}
        required
        {...form.field('accountNo')}
      />
      <div className={styles.pair}>
        <Field
          label={t(latin ? 'register.bank.firstNameEnglish' : 'register.bank.firstName')}
          autoComplete="given-name"
          autoCapitalize="characters"
          maxLength={NAME_MAX}
          uppercase
          required
          {...form.field('firstName')}
        />
        <Field
          label={t(latin ? 'register.bank.lastNameEnglish' : 'register.bank.lastName')}
          autoComplete="family-name"
          autoCapitalize="characters"
          maxLength={NAME_MAX}
          uppercase
          required
          {...form.field('lastName')}
        />
      </div>
      {site.edition === 'laos' && (
        <Select
          label={t('register.bank.currency')}
          hint={t('register.bank.currencyHint')}
          options={site.currencies.map((currency) => ({
            value: currency,
            label: `${currency} · ${currencyLabel(currency)}`,
          }))}
          name="currency"
          value={form.values.currency}
          onValueChange={(currency) => form.set('currency', currency as Currency)}
        />
      )}
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
      <Button type="submit" block disabled={form.waiting}>
        {t('register.bank.submit')}
      </Button>
    </StepFrame>
  );
}
