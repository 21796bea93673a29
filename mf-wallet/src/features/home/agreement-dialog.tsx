import { errorText } from '@krapao/kit/i18n';
import { setAcceptedAgreement } from '@krapao/kit/session';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { SafeHtml } from '@krapao/kit/ui/safe-html';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AgreementsLookup } from '../../api/gen/model';
import { getGetWalletQueryKey, useAcceptAgreement } from '../../api/gen/portal';
import styles from './agreement-dialog.module.css';

export interface AgreementDialogProps {
  agreement: AgreementsLookup;
  open: boolean;
  onClose: () => void;
}

/** The agreement's items and one button that accepts them. */
export default function AgreementDialog({ agreement, open, onClose }: AgreementDialogProps) {
  const { t } = useTranslation('mf-wallet');
  const queries = useQueryClient();
  const accept = useAcceptAgreement({
    mutation: {
      onSuccess: ({ version }) => {
        setAcceptedAgreement(version);
        void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
        onClose();
      },
    },
  });
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
      {accept.error && <Alert tone="danger">{errorText(accept.error)}</Alert>}
    </Dialog>
  );
}
