import { Slot, type Slots, useDialogCode } from '@krapao/kit/federation';
import { Button } from '@krapao/kit/ui/button';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ReceiveButtonProps extends Pick<Slots['home.receiveInvite'], 'invite' | 'currency'> {
  /** `onBrand` stands on the balance. */
  look?: 'onBrand' | 'primary';
}

/**
 * Fills `home.receiveInvite`: receives the invite bonus, after a confirmation whose code is asked for once the
 * button is near. With nothing to receive there is no button, but a confirmation that is open stays: it has the
 * last word.
 */
export default function ReceiveButton({ invite, currency, look = 'onBrand' }: ReceiveButtonProps) {
  const { t } = useTranslation('mf-bonus');
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const code = useDialogCode();
  return (
    <>
      {invite.amount > 0 && (
        <Button
          variant={look}
          block
          icon={<Gift aria-hidden="true" />}
          aria-haspopup="dialog"
          {...code.near('bonus.receiveInvite')}
          onClick={() => {
            code.press('bonus.receiveInvite');
            setAsked(true);
            setOpen(true);
          }}
        >
          {t('invite.receive')}
        </Button>
      )}
      {asked && (
        <Slot
          name="bonus.receiveInvite"
          with={{ open, onClose: () => setOpen(false), invite, currency }}
          pending={<LoadingOverlay active={open} />}
        />
      )}
    </>
  );
}
