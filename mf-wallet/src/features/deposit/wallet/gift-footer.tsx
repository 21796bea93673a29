import { Button } from '@krapao/kit/ui/button';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GIFT_FORM } from './gift-form';
import type { useGiftLink } from './use-gift-link';

interface GiftFooterProps {
  gift: ReturnType<typeof useGiftLink>;
  onDone: () => void;
}

/**
 * The gift link's buttons. Their keys keep them different buttons: one that became a submit button under the thumb
 * would submit at once.
 */
export function GiftFooter({ gift, onDone }: GiftFooterProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  if (gift.receipt) {
    return (
      <>
        <Button key="again" variant="secondary" onClick={gift.again}>
          {t('giftLink.again')}
        </Button>
        <Button
          key="done"
          onClick={() => {
            gift.again();
            onDone();
          }}
        >
          {t('qr.done')}
        </Button>
      </>
    );
  }
  return (
    <Button
      key="send"
      type="submit"
      form={GIFT_FORM}
      disabled={gift.isEmpty}
      loading={gift.sending}
      icon={<Send aria-hidden="true" />}
    >
      {t('wallet:giftLink.send')}
    </Button>
  );
}
