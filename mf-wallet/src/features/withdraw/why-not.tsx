import { Slot, useDialogCode } from '@krapao/kit/federation';
import { Button } from '@krapao/kit/ui/button';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the list of what stands in the way of a withdrawal. Its code is asked for once the button is near. */
export function WhyNot() {
  const { t } = useTranslation('mf-wallet');
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const code = useDialogCode();
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<CircleQuestionMark aria-hidden="true" />}
        aria-haspopup="dialog"
        {...code.near('withdraw.blockers')}
        onClick={() => {
          code.press('withdraw.blockers');
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('withdraw.whyNot')}
      </Button>
      {asked && (
        <Slot
          name="withdraw.blockers"
          with={{ open, onClose: () => setOpen(false) }}
          pending={<LoadingOverlay active={open} />}
        />
      )}
    </>
  );
}
