import { Headset, ImageUp, ListChecks, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Way } from './way-on';

type Shown = 'slip' | 'claim' | 'list';

/** Which of the ways there are now. */
interface WaysOnInput {
  transfers: boolean;
  slips: boolean;
  list: boolean;
  contact: boolean;
}

/** What else the deposit dialog leads to: a slip, a word to the operator, the deposits so far; one dialog at a time on top of it. */
export function useWaysOn({ transfers, slips, list, contact }: WaysOnInput) {
  const { t } = useTranslation('mf-wallet');
  const [shown, setShown] = useState<Shown | null>(null);
  const [slipAsked, setSlipAsked] = useState(false);
  const show = (what: Shown) => {
    if (what === 'slip') setSlipAsked(true);
    setShown(what);
  };
  const ways: Way[] = [];
  if (slips) {
    ways.push({
      key: 'slip',
      icon: <ImageUp />,
      title: t('slipUpload.title'),
      text: t('deposit.slipText'),
      to: () => show('slip'),
    });
  }
  if (transfers) {
    ways.push({
      key: 'claim',
      icon: <MessageSquareText />,
      title: t('claim.title'),
      text: t('deposit.claimText'),
      to: () => show('claim'),
    });
  }
  if (list) {
    ways.push({
      key: 'list',
      icon: <ListChecks />,
      title: t('deposits.title'),
      text: t('deposit.listText'),
      to: () => show('list'),
    });
  }
  if (contact) {
    ways.push({
      key: 'contact',
      icon: <Headset />,
      title: t('deposit.contact'),
      text: t('deposit.contactText'),
      to: '/user/contact',
    });
  }
  return {
    ways,
    shown,
    /** The slip's dialog was asked for once; it stays, so that it can fade away. */
    slipAsked,
    show,
    close: () => setShown(null),
  };
}
