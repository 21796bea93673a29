import { currencySign, formatWhole } from '@krapao/kit/format';
import { useLocale } from '@krapao/kit/i18n';
import { Field } from '@krapao/kit/ui/field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, readOut } from '../../text/amount-text';
import { bankName } from '../../text/bank-name';
import type { Gateway } from './channels';
import { GatewayPicker } from './gateway-picker';
import styles from './qr.module.css';
import { QrBlocked } from './qr-blocked';
import { MOST, type QrEntry } from './use-qr-entry';
import type { useQrOrders } from './use-qr-orders';

/** More digits than any ledger holds are a slip of the thumb. */
const MOST_CHARACTERS = 12;

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
  const [left, setLeft] = useState(false);
  const { gateway, amount } = entry;
  if (!gateway) return null;

  const minimum = amountText(gateway.minimum, gateway.currency);
  let problem: string | null = null;
  if (entry.tooMuch) problem = t('qr.aboveMaximum', { amount: amountText(MOST, gateway.currency) });
  else if (left && entry.text !== '' && !entry.enough) problem = t('qr.belowMinimum', { amount: minimum });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.enough && !entry.tooMuch && !orders.creating) orders.create({ gateway: gateway.code, amount });
  };
  return (
    <form id={QR_FORM} className={styles.form} onSubmit={submit} noValidate>
      {orders.blocked && <QrBlocked orders={orders} blocked={orders.blocked} currency={gateway.currency} />}
      {gateways.length > 1 ? (
        <GatewayPicker gateways={gateways} value={gateway.code} onChange={entry.choose} />
      ) : (
        <p className={styles.only}>
          <span className={styles.soft}>{t('qr.gateway')}</span> {bankName(gateway.name, locale)}
        </p>
      )}
      <Field
        kind="amount"
        label={t('qr.amount')}
        labelEnd={readOut(amount, gateway.currency)}
        leading={<span className={styles.sign}>{currencySign(gateway.currency)}</span>}
        placeholder="0.00"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={MOST_CHARACTERS}
        value={entry.text}
        hint={t('qr.minimum', { amount: minimum })}
        error={problem}
        onValueChange={(text) => {
          entry.type(text);
          setLeft(false);
        }}
        onBlur={() => setLeft(true)}
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
                aria-pressed={entry.text !== '' && amount === quick}
                onClick={() => entry.type(String(quick))}
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
    </form>
  );
}
