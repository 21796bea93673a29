import { EntryForm } from '@krapao/kit/forms';
import { amountText } from '@krapao/kit/i18n';
import { Field } from '@krapao/kit/ui/field';
import { Link } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DepositWallet } from '../../../api/gen/model';
import stack from '../../../shared/stack.module.css';
import styles from '../deposit.module.css';
import type { useGiftLink } from './use-gift-link';

/** Ties the footer's button to the form. */
export const GIFT_FORM = 'gift-link';

/** Room for a link and the words that are shared around it. */
const MOST_CHARACTERS = 1000;

interface GiftFormProps {
  taker: DepositWallet;
  gift: ReturnType<typeof useGiftLink>;
}

/** A gift link of the member's e-wallet. Its button stands in the dialog's footer. */
export function GiftForm({ taker, gift }: GiftFormProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  return (
    <EntryForm form={gift.form} id={GIFT_FORM} className={stack.stack}>
      <Field
        label={t('wallet:giftLink.label')}
        leading={<Link aria-hidden="true" />}
        hint={t('giftLink.how')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        maxLength={MOST_CHARACTERS}
        {...gift.form.field('link')}
      />
      <section aria-label={t('qr.rules')}>
        <ul className={styles.rules}>
          {taker.minDeposit !== undefined && (
            <li>{t('wallet:giftLink.minimum', { amount: amountText(taker.minDeposit, taker.currency) })}</li>
          )}
          <li>{t('wallet:giftLink.ownPhone')}</li>
          <li>{t('giftLink.once')}</li>
          <li>{t('wallet:giftLink.changePhone')}</li>
        </ul>
      </section>
    </EntryForm>
  );
}
