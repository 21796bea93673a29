import { useRefresh } from '@krapao/kit/api';
import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownQr } from './qr/qr-state';

/** Tells of money that has come or is to come, and has the wallet, the statement and the deposits read again. */
export function useDepositMoney(currency: Currency) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const refreshMoney = useCallback(
    () => void refresh('getWallet', 'listStatements', 'listDeposits', 'getWaitingQrCode'),
    [refresh],
  );
  const paid = useCallback(
    (qr: ShownQr) => {
      toast.success(t('qr.paidToast', { amount: amountText(qr.amount, currency) }));
      refreshMoney();
    },
    [currency, refreshMoney, t],
  );
  const checking = () => {
    toast.info(t('qr.checking'));
    refreshMoney();
  };
  return { refresh: refreshMoney, paid, checking };
}
