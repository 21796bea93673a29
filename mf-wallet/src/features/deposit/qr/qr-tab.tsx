import type { Currency } from '@krapao/kit/format';
import { bankName, useLocale } from '@krapao/kit/i18n';
import { Loading } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import stack from '../../../shared/stack.module.css';
import type { Gateway } from '../channels';
import { QrCodeView } from './qr-code';
import { QrOver, QrPaid } from './qr-end';
import { QrForm } from './qr-form';
import type { useQrDeposit } from './use-qr-deposit';
import type { QrEntry } from './use-qr-entry';
import type { useQrOrders } from './use-qr-orders';

interface QrTabProps {
  gateways: Gateway[];
  /** The member's. */
  currency: Currency;
  deposit: ReturnType<typeof useQrDeposit>;
  entry: QrEntry;
  orders: ReturnType<typeof useQrOrders>;
  onDone: () => void;
}

/** Deposit through a QR code: the form, the code that waits, or how it ended. */
export function QrTab({ gateways, currency, deposit, entry, orders, onDone }: QrTabProps) {
  const locale = useLocale();
  const { state } = deposit;
  if (state.kind === 'loading') {
    return (
      <Loading className={stack.stack}>
        <Skeleton shape="block" height={84} />
        <Skeleton shape="block" height={104} />
        <Skeleton shape="block" height={52} />
      </Loading>
    );
  }
  if (state.kind === 'form') return <QrForm gateways={gateways} entry={entry} orders={orders} />;
  const gateway = gateways.find(({ code }) => code === state.qr.gatewayCode);
  if (state.kind === 'paid') return <QrPaid qr={state.qr} currency={currency} onDone={onDone} />;
  if (state.kind !== 'active') return <QrOver kind={state.kind} />;
  return (
    <QrCodeView
      key={state.qr.qrcodeId}
      qr={state.qr}
      gateway={gateway ? bankName(gateway.name, locale) : state.qr.gatewayCode}
      currency={currency}
      unreachable={deposit.unreachable}
      onEnd={deposit.expire}
    />
  );
}
