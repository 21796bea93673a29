import { errorCode, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AgreementsLookup } from '../../api/gen/model';
import { useAcceptAgreement } from '../../api/gen/portal';
import styles from './agreement-dialog.module.css';

export interface AgreementDialogProps {
  agreement: AgreementsLookup;
  /** The member has seen another version before: it is said that it is another. */
  isOther: boolean;
  open: boolean;
  onClose: () => void;
  /** The server refused the acceptance: another version is in force. */
  onOutdated: () => void;
}

/** The agreement's items and one button that accepts them. */
export default function AgreementDialog({ agreement, isOther, open, onClose, onOutdated }: AgreementDialogProps) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const accept = useAcceptAgreement({
    mutation: {
      onSuccess: () => {
        void refresh('getWallet');
        onClose();
      },
      // Another version is in force by now: it is read and asked for in the place of this one.
      onError: (error) => {
        if (errorCode(error) !== 'NO_DATA') return;
        onOutdated();
        void refresh('getAgreements');
      },
    },
  });
  const failure = errorCode(accept.error) === 'NO_DATA' ? null : accept.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t('agreement.title')}
      description={t('agreement.lead')}
      footer={
        <Button
          block
          loading={accept.isPending}
          onClick={() => accept.mutate({ data: { version: agreement.version } })}
        >
          {t('agreement.accept')}
        </Button>
      }
    >
      <ul className={styles.items}>
        {agreement.agreements.map((html) => (
          <li key={html} className={styles.item}>
            <CircleCheck aria-hidden="true" />
            <SafeHtml html={html} />
          </li>
        ))}
      </ul>
      {(isOther || accept.error) && (
        <Alert tone={failure ? 'danger' : 'warning'} live>
          {failure ? errorText(failure) : t('agreement.changed')}
        </Alert>
      )}
    </Dialog>
  );
}
