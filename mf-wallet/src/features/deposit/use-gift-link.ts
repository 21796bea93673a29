import { useKeyedMutation } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GiftLinkReceipt } from '../../api/gen/model';
import { getGetSiteSettingsQueryOptions, submitGiftLink } from '../../api/gen/portal';
import { encodeGiftLink, linkIn } from './gift-link';

/** Sends a gift link; the entry is kept until the server has taken it. */
export function useGiftLink(onChanged: () => void) {
  const { t } = useTranslation(['wallet', 'mf-wallet']);
  const queries = useQueryClient();
  const [entry, setEntry] = useState('');
  const [receipt, setReceipt] = useState<GiftLinkReceipt | null>(null);
  const keyed = useKeyedMutation<{ text: string }, GiftLinkReceipt>({
    operation: 'submitGiftLink',
    independent: true,
    send: async ({ text }, options) => {
      const { giftLinkKey } = await queries.ensureQueryData(getGetSiteSettingsQueryOptions());
      return submitGiftLink({ link: await encodeGiftLink(text, giftLinkKey) }, options);
    },
    onSettled: (answer) => {
      setReceipt(answer);
      setEntry('');
      if (answer.status === 'SUCCESS') toast.success(t('giftLink.sent'));
      else toast.info(t('mf-wallet:giftLink.reviewing'));
      onChanged();
    },
    onFailed: (error) => toast.error(errorText(error)),
  });
  const link = linkIn(entry);
  return {
    entry,
    type: setEntry,
    empty: link === '',
    sending: keyed.state.kind === 'sending',
    /** What became of the latest link; null while another is entered. */
    receipt,
    /** `taker`: the holder of the e-wallet it goes to. */
    send: (taker: string) => keyed.start({ text: `${link}::${taker}` }),
    /** The receipt has been read. */
    again: () => setReceipt(null),
  };
}
