import { formatDateTime, NOTHING } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { CallFailure } from '@krapao/kit/ui/unfinished';
import { Check, Headset } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SpinCoupon } from '../../api/gen/model';
import styles from './claim-dialog.module.css';
import { useCouponAmount } from './coupon-amount';
import { type ClaimState, useClaim } from './use-claim';

function Done({ state, coupon }: { state: Extract<ClaimState, { kind: 'done' }>; coupon: SpinCoupon }) {
  const { t } = useTranslation(['mf-spin', 'spin']);
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick} aria-hidden="true">
        <Check />
      </span>
      <p className={styles.doneTitle}>{t('spin:claim.success')}</p>
      <p className={styles.text}>{t('spin:claim.received', { label: coupon.prize.slice.label })}</p>
      {state.code === undefined ? (
        <p className={styles.text}>{t(`coupon.went.${coupon.type}`)}</p>
      ) : (
        <div className={styles.code}>
          <code>{state.code}</code>
          <CopyButton text={state.code} label={t('coupon.copyCode')} wide />
        </div>
      )}
    </div>
  );
}

interface AskingProps {
  coupon: SpinCoupon;
  state: Extract<ClaimState, { kind: 'asking' }>;
}

function Asking({ coupon, state: { refusal, failure } }: AskingProps) {
  const { t } = useTranslation('mf-spin');
  const amountOf = useCouponAmount();
  const { prize, type, expireAt } = coupon;
  const amount = amountOf(coupon);
  // Many a prize is named as its slice, which stands above.
  const details = [prize.name === prize.slice.label ? NOTHING : prize.name, amount].filter((text) => text !== NOTHING);
  return (
    <div className={styles.asking}>
      <div className={styles.prize}>
        <p className={styles.label}>{prize.slice.label}</p>
        {details.length > 0 && <p className={styles.text}>{details.join(' · ')}</p>}
        {expireAt && <p className={styles.text}>{t('coupon.until', { date: formatDateTime(expireAt) })}</p>}
      </div>
      {prize.slice.htmlDescription && <SafeHtml html={prize.slice.htmlDescription} />}
      {type === 'ITEM' && <Alert>{t('coupon.handedOut')}</Alert>}
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      {failure !== null && <CallFailure error={failure} />}
    </div>
  );
}

interface ClaimDialogProps {
  coupon: SpinCoupon;
  open: boolean;
  onClose: () => void;
}

/** Receives a prize: what it is, and after the confirmation what became of it. */
export function ClaimDialog({ coupon, open, onClose }: ClaimDialogProps) {
  const { t } = useTranslation(['mf-spin', 'spin', 'common']);
  const { state, claim, forgetError } = useClaim(coupon);
  const leave = () => {
    onClose();
    forgetError();
  };
  const footer =
    state.kind === 'done' ? (
      <Button key="close" onClick={leave}>
        {t('common:action.close')}
      </Button>
    ) : (
      <>
        <Button key="cancel" variant="secondary" disabled={state.sending} onClick={leave}>
          {t('common:action.cancel')}
        </Button>
        {coupon.type === 'ITEM' ? (
          <Link key="contact" to="/user/contact" className={`${buttonClass()} ${styles.contact}`}>
            <Headset aria-hidden="true" />
            {t('coupon.contact')}
          </Link>
        ) : (
          <Button key="confirm" loading={state.sending} onClick={claim}>
            {t('common:action.confirm')}
          </Button>
        )}
      </>
    );
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('spin:claim.title')}
      busy={state.kind === 'asking' && state.sending}
      footer={footer}
    >
      {state.kind === 'done' ? <Done state={state} coupon={coupon} /> : <Asking coupon={coupon} state={state} />}
    </Dialog>
  );
}
