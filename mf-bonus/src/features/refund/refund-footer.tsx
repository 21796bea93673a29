import { Button } from '@krapao/kit/ui/button';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RefundCheck } from '../../api/gen/model';
import type { useRefund } from './use-refund';

interface RefundFooterProps {
  check: RefundCheck;
  refund: ReturnType<typeof useRefund>;
}

/** The button that receives the refund. Under a condition it stays shut. */
export function RefundFooter({ check, refund }: RefundFooterProps) {
  const { t } = useTranslation(['reward', 'common']);
  const { reserve } = refund;
  if (reserve.unknown && !check.isReserved) {
    return (
      <Button loading={reserve.sending} icon={<RotateCw aria-hidden="true" />} onClick={reserve.resume}>
        {t('common:action.retry')}
      </Button>
    );
  }
  return (
    <Button
      loading={reserve.sending}
      disabled={check.bonus}
      aria-haspopup={check.isReserved ? 'dialog' : undefined}
      onClick={refund.begin}
    >
      {t(check.isReserved ? 'refund.addWallet' : 'refund.receive')}
    </Button>
  );
}
