import { errorText } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { RelativeTime } from '@krapao/kit/ui/relative-time';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { MemberSession } from '../../api/gen/model';
import { getListSessionsQueryKey, useListSessions, useRevokeOtherSessions } from '../../api/gen/portal';
import styles from './sessions.module.css';

function Session({ session }: { session: MemberSession }) {
  const { t } = useTranslation('shell');
  return (
    <li className={styles.session}>
      <MonitorSmartphone aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.device}>{session.device || t('profile.unknownDevice')}</p>
        <p className={styles.soft}>{session.address}</p>
        {session.isCurrent ? (
          <p className={styles.current}>{t('profile.thisDevice')}</p>
        ) : (
          <p className={styles.soft}>
            <Trans
              ns="shell"
              i18nKey="profile.lastUsed"
              components={{ time: <RelativeTime value={session.lastSeenAt} /> }}
            />
          </p>
        )}
      </div>
    </li>
  );
}

function LogOutOthers() {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeOtherSessions();
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: ({ ended }) => toast.success(t('profile.loggedOut', { count: ended })),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => {
        setAsking(false);
        return queries.invalidateQueries({ queryKey: getListSessionsQueryKey() });
      },
    });
  return (
    <>
      <Button variant="secondary" block icon={<LogOut aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t('profile.logOutOthers')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('profile.logOutOthers')}
        loading={revoke.isPending}
      >
        {t('profile.logOutOthersAsk')}
      </ConfirmDialog>
    </>
  );
}

/** Where the member is logged in, this device first, and the way to end all others. */
export function Sessions() {
  const { t } = useTranslation('shell');
  const { data, error, isFetching, refetch } = useListSessions();
  if (!data && error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.sessions} aria-busy={!data || undefined}>
      <h3 className={styles.title}>{t('profile.sessions')}</h3>
      {data ? (
        <ul className={styles.list}>
          {data.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton shape="block" height={64} />
      )}
      {data && data.sessions.length > 1 && <LogOutOthers />}
      {data?.sessions.length === 1 && <p className={styles.soft}>{t('profile.noOthers')}</p>}
    </div>
  );
}
