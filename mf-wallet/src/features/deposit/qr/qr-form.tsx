import { formatWhole } from '@krapao/kit/format';
import { EntryForm } from '@krapao/kit/forms';
import { amountText, bankName, useLocale } from '@krapao/kit/i18n';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../../shared/amount-field';
import stack from '../../../shared/stack.module.css';
import type { Gateway } from '../channels';
import styles from '../deposit.module.css';
import { GatewayPicker } from './gateway-picker';
import { QrBlocked } from './qr-blocked';
import type { QrEntry } from './use-qr-entry';
import type { useQrOrders } from './use-qr-orders';

/** Ties the footer's button to the form. */
export const QR_FORM = 'qr-deposit';

interface QrFormProps {
  gateways: Gateway[];
  entry: QrEntry;
  orders: ReturnType<typeof useQrOrders>;
}

/** How much, through which gateway. Its button stands in the dialog's footer. */
export function QrForm({ gateways, entry, orders }: QrFormProps) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  const { gateway, amount, form } = entry;
  if (!gateway) return null;

  const minimum = amountText(gateway.minimum, gateway.currency);
  return (
    <EntryForm form={form} id={QR_FORM} className={stack.stack}>
      {orders.blocked && <QrBlocked orders={orders} blocked={orders.blocked} currency={gateway.currency} />}
      {gateways.length > 1 ? (
        <GatewayPicker gateways={gateways} value={gateway.code} onChange={entry.choose} />
      ) : (
        <p className={styles.only}>
          <span className={styles.soft}>{t('qr.gateway')}</span> {bankName(gateway.name, locale)}
        </p>
      )}
      <AmountField
        label={t('qr.amount')}
        currency={gateway.currency}
        hint={t('qr.minimum', { amount: minimum })}
        {...amount}
      />
      {gateway.quickAmounts.length > 0 && (
        <fieldset className={styles.quick}>
          <legend className={styles.soft}>{t('qr.quick')}</legend>
          <div className={styles.chips}>
            {gateway.quickAmounts.map((quick) => (
              <button
                key={quick}
                type="button"
                className={styles.chip}
                aria-pressed={amount.value !== '' && Number(amount.value) === quick}
                onClick={() => amount.onValueChange(String(quick))}
              >
                {formatWhole(quick)}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <section aria-label={t('qr.rules')}>
        <ul className={styles.rules}>
          <li>{t('qr.ruleNew')}</li>
          <li>{t('qr.ruleOnce')}</li>
          <li>{t('qr.ruleExact')}</li>
          <li>{t('qr.ruleNoWallet')}</li>
          <li>{t('deposit.instant')}</li>
        </ul>
      </section>
    </EntryForm>
  );
}
