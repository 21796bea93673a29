import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { getGetWalletQueryKey, getListDepositsQueryKey, getListStatementsQueryKey } from '../../api/gen/portal';
import { amountText } from '../../text/amount-text';
import type { Gateway } from './channels';
import type { ShownQr } from './qr-state';

/** Tells of money that has come or is to come, and has the wallet, the statement and the deposits read again. */
export function useDepositMoney(gateways: Gateway[]) {
  const { t } = useTranslation('mf-wallet');
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
    void queries.invalidateQueries({ queryKey: getListDepositsQueryKey().slice(0, 2) });
  }, [queries]);
  const paid = useCallback(
    (qr: ShownQr) => {
      const currency = gateways.find(({ code }) => code === qr.gatewayCode)?.currency ?? 'BAHT';
      toast.success(t('qr.paidToast', { amount: amountText(qr.amount, currency) }));
      refresh();
    },
    [gateways, refresh, t],
  );
  const checking = () => {
    toast.info(t('qr.checking'));
    refresh();
  };
  return { refresh, paid, checking };
}
