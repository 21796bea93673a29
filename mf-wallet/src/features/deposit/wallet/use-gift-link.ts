import { useKeyedMutation } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { SubmitGiftLinkBody } from '../../../api/gen/forms';
import type { DepositWallet, GiftLinkReceipt } from '../../../api/gen/model';
import { getGetSiteSettingsQueryOptions, submitGiftLink } from '../../../api/gen/portal';
import { encodeGiftLink, linkIn } from './gift-link';

const schema = z.object({ link: z.pipe(z.pipe(z.string(), z.transform(linkIn)), SubmitGiftLinkBody.shape.link) });

/** What {@link useGiftLink} needs. */
export interface UseGiftLinkInput {
  /** The e-wallet that takes gift links, if one does. */
  taker: DepositWallet | undefined;
  /** Money came, or will. */
  onChanged: () => void;
  /** Whether the member sees what became of the link; if not, a toast tells. */
  isShown: () => boolean;
}

/** Sends a gift link; the entry is kept until the server has taken it. */
export function useGiftLink({ taker, onChanged, isShown }: UseGiftLinkInput) {
  const { t } = useTranslation(['wallet', 'mf-wallet']);
  const queryClient = useQueryClient();
  const [receipt, setReceipt] = useState<GiftLinkReceipt | null>(null);
  const keyed = useKeyedMutation<{ text: string }, GiftLinkReceipt>({
    operation: 'submitGiftLink',
    independent: true,
    send: async ({ text }, options) => {
      const { giftLinkKey } = await queryClient.ensureQueryData(getGetSiteSettingsQueryOptions());
      return submitGiftLink({ link: await encodeGiftLink(text, giftLinkKey) }, options);
    },
    onSettled: (answer) => {
      setReceipt(answer);
      form.reset();
      if (!isShown()) {
        if (answer.status === 'SUCCESS') toast.success(t('giftLink.sent'));
        else toast.info(t('mf-wallet:giftLink.reviewing'));
      }
      onChanged();
    },
    onFailed: (error) => toast.failure(error),
  });
  const sending = keyed.state.kind === 'sending';
  const form = useEntryForm({
    schema,
    defaultValues: { link: '' },
    pending: sending,
    onSubmit: ({ link }) => {
      if (taker) keyed.start({ text: `${link}::${taker.walletAccountName}` });
    },
  });
  return {
    form,
    isEmpty: linkIn(form.values.link) === '',
    sending,
    /** What became of the latest link; null while another is entered. */
    receipt,
    /** The receipt has been read. */
    again: () => setReceipt(null),
  };
}
