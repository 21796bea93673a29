import { errorText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { toast } from '@krapao/kit/ui/toast';
import { CallFailure } from '@krapao/kit/ui/unfinished';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameCredentials } from '../../api/gen/model';
import styles from './game.module.css';
import type { useGameAccount } from './use-game-account';
import { usePasswordReset } from './use-password-reset';

/** What stands for a password that is not shown; as long for every password. */
const MASK = '••••••••';

function Row({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.soft}>{label}</p>
        <p className={styles.secret}>{value}</p>
      </div>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

interface CredentialsProps {
  /** The provider's code. */
  code: string;
  credentials: ReturnType<typeof useGameAccount>['credentials'];
  /** The provider's name. */
  name: string;
}

/** How the member signs in at the provider: shown on demand, copied, or renewed after a question. */
export function Credentials({ code, credentials, name }: CredentialsProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet', 'common']);
  const [shown, setShown] = useState(false);
  const [asking, setAsking] = useState(false);
  const reset = usePasswordReset({
    code,
    onRenewed: () => {
      setAsking(false);
      setShown(true);
      toast.success(t('game.passwordRenewed'));
    },
  });
  const failed = (error: unknown, retry: () => void) => (
    <Alert tone="danger" title={t('game.noCredentials')}>
      <p>{errorText(error)}</p>
      <Button variant="secondary" size="small" onClick={retry}>
        {t('common:action.retry')}
      </Button>
    </Alert>
  );
  const skeleton = <Skeleton width="8ch" />;
  const rows = (data?: GameCredentials) => (
    <div className={styles.rows}>
      <Row label={t('wallet:game.username')} value={data?.username ?? skeleton}>
        {data && <CopyButton text={data.username} label={t('game.copyUsername')} />}
      </Row>
      <Row label={t('wallet:game.password')} value={data ? (shown ? data.password : MASK) : skeleton}>
        {data && (
          <>
            <IconButton
              label={t(shown ? 'common:field.hidePassword' : 'common:field.showPassword')}
              icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
              onClick={() => setShown(!shown)}
            />
            <CopyButton text={data.password} mask={MASK} label={t('game.copyPassword')} />
          </>
        )}
      </Row>
    </div>
  );
  return (
    <Card tone="sunken" className={styles.credentials}>
      <QueryView query={credentials} loading={rows()} failed={failed}>
        {rows}
      </QueryView>
      <Button
        variant="ghost"
        size="small"
        className={styles.reset}
        icon={<KeyRound aria-hidden="true" />}
        loading={reset.sending}
        onClick={() => setAsking(true)}
      >
        {t('wallet:game.resetPassword')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          reset.forgetFailure();
        }}
        onConfirm={reset.run}
        title={t('wallet:game.resetPassword')}
        confirmLabel={t('wallet:game.resetPassword')}
        loading={reset.sending}
      >
        <p>{t('game.resetText', { name })}</p>
        {reset.failure !== null && <CallFailure error={reset.failure} />}
      </ConfirmDialog>
    </Card>
  );
}
