import { bankName, useLocale } from '@krapao/kit/i18n';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../../shared/amount-text';
import type { Gateway } from '../channels';
import styles from './gateway-picker.module.css';

interface GatewayPickerProps {
  gateways: Gateway[];
  value: string;
  onChange: (code: string) => void;
}

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
          <BankLogo code={gateway.bankCode} size={32} />
          <span className={styles.words}>
            <span className={styles.name}>{bankName(gateway.name, locale)}</span>
            <span className={styles.minimum}>
              {t('qr.minimum', { amount: amountText(gateway.minimum, gateway.currency) })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
