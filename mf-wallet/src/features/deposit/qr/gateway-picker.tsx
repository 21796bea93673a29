import { formatWhole } from '@krapao/kit/format';
import { amountText, bankName, currencyLabel, useLocale } from '@krapao/kit/i18n';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gateway } from '../channels';
import styles from './gateway-picker.module.css';

interface GatewayPickerProps {
  gateways: Gateway[];
  value: string;
  onChange: (code: string) => void;
}

/** A bank's name ends a line at its spaces only, not within a word that the browser's dictionary lacks. */
const wholeWords = (name: string) =>
  name.split(' ').map((word, place) => (
    <Fragment key={place}>
      {place > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ));

/** Without decimals where there are none: two gateways stand side by side. */
const leastOf = ({ minimum, currency }: Gateway) =>
  Number.isInteger(minimum) ? `${formatWhole(minimum)}\u00a0${currencyLabel(currency)}` : amountText(minimum, currency);

/** One of several payment gateways. */
export function GatewayPicker({ gateways, value, onChange }: GatewayPickerProps) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  const name = useId();
  return (
    <fieldset className={styles.gateways}>
      <legend className={styles.legend}>{t('qr.gateway')}</legend>
      {gateways.map((gateway) => (
        <label key={gateway.code} className={styles.gateway}>
          <input
            type="radio"
            name={name}
            value={gateway.code}
            checked={gateway.code === value}
            onChange={() => onChange(gateway.code)}
          />
          <BankLogo code={gateway.bankCode} size={28} />
          <span className={styles.words}>
            <span className={styles.name}>{wholeWords(bankName(gateway.name, locale))}</span>
            <span className={styles.minimum}>{t('qr.minimum', { amount: leastOf(gateway) })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
