import { useDialogCode } from '@krapao/kit/federation';
import { Headset, ImageUp, ListChecks, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shortcut } from './deposit-shortcuts';

type Shown = 'slip' | 'claim' | 'list';

/** Which of the shortcuts there are now. */
interface DepositShortcutsInput {
  transfers: boolean;
  slips: boolean;
  list: boolean;
  contact: boolean;
}

/**
 * The shortcuts of the deposit dialog: a slip, a claim, the list of deposits, the contact. One dialog at a time lies on
 * top of it.
 */
export function useDepositShortcuts({ transfers, slips, list, contact }: DepositShortcutsInput) {
  const { t } = useTranslation('mf-wallet');
  const [shown, setShown] = useState<Shown | null>(null);
  const [slipAsked, setSlipAsked] = useState(false);
  const code = useDialogCode();
  const show = (what: Shown) => {
    if (what === 'slip') {
      code.press('wallet.slip');
      setSlipAsked(true);
    }
    setShown(what);
  };
  const items: Shortcut[] = [];
  if (slips) {
    items.push({
      key: 'slip',
      icon: <ImageUp />,
      title: t('slipUpload.title'),
      text: t('deposit.slipText'),
      near: code.near('wallet.slip'),
      to: () => show('slip'),
    });
  }
  if (transfers) {
    items.push({
      key: 'claim',
      icon: <MessageSquareText />,
      title: t('claim.title'),
      text: t('deposit.claimText'),
      to: () => show('claim'),
    });
  }
  if (list) {
    items.push({
      key: 'list',
      icon: <ListChecks />,
      title: t('statement.deposits'),
      text: t('deposit.listText'),
      to: () => show('list'),
    });
  }
  if (contact) {
    items.push({
      key: 'contact',
      icon: <Headset />,
      title: t('deposit.contact'),
      text: t('deposit.contactText'),
      to: '/user/contact',
    });
  }
  return {
    items,
    shown,
    /** The slip dialog was opened once. It stays mounted, so that it can fade out. */
    slipAsked,
    show,
    close: () => setShown(null),
  };
}
