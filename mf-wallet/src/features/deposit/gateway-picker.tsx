import { useLocale } from '@krapao/kit/i18n';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../text/amount-text';
import { bankName } from '../../text/bank-name';
import type { Gateway } from './channels';
import styles from './gateway-picker.module.css';

interface GatewayPickerProps {
  gateways: Gateway[];
  value: string;
  onChange: (code: string) => void;
}

/** The currency never stands alone on a line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

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
          <span className={styles.words}>
            <span className={styles.name}>{bankName(gateway.name, locale)}</span>
            <span className={styles.minimum}>
              {t('qr.minimum', { amount: unbroken(amountText(gateway.minimum, gateway.currency)) })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
