import { useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { QueryView } from '@krapao/kit/ui/query-view';
import { RelativeTime } from '@krapao/kit/ui/relative-time';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { toast } from '@krapao/kit/ui/toast';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { MemberSession } from '../../api/gen/model';
import { useListSessions, useRevokeOtherSessions, useRevokeSession } from '../../api/gen/portal';
import styles from './sessions.module.css';

/** What tells two sessions on alike devices apart. */
function WhereAndWhen({ session, id }: { session: MemberSession; id?: string }) {
  return (
    <div className={styles.soft} id={id}>
      <p>{session.address}</p>
      <p>
        <Trans
          ns="shell"
          i18nKey="profile.lastUsed"
          components={{ time: <RelativeTime value={session.lastSeenAt} /> }}
        />
      </p>
    </div>
  );
}

/** Ends one other session, after a question. */
function LogOutDevice({ session, describedBy }: { session: MemberSession; describedBy: string }) {
  const { t } = useTranslation('shell');
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeSession();
  const device = session.device || t('profile.unknownDevice');
  const confirm = () =>
    revoke.mutate(
      { sessionId: session.id },
      {
        // One that had ended before is as much over.
        onSuccess: () => toast.success(t('profile.loggedOutDevice', { device })),
        onError: (error) => toast.error(errorText(error)),
        onSettled: () => {
          setAsking(false);
          return refresh('listSessions');
        },
      },
    );
  return (
    <>
      <IconButton
        label={t('profile.logOutDevice', { device })}
        aria-describedby={describedBy}
        icon={<LogOut aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('profile.logOutDevice', { device })}
        confirmLabel={t('nav.logout')}
        loading={revoke.isPending}
      >
        <div className={styles.question}>
          <WhereAndWhen session={session} />
          <p>{t('profile.logOutDeviceAsk')}</p>
        </div>
      </ConfirmDialog>
    </>
  );
}

function Session({ session }: { session: MemberSession }) {
  const { t } = useTranslation('shell');
  const whereAndWhen = useId();
  return (
    <li className={styles.session}>
      <MonitorSmartphone aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.device}>{session.device || t('profile.unknownDevice')}</p>
        {session.isCurrent ? (
          <>
            <p className={styles.soft}>{session.address}</p>
            <p className={styles.current}>{t('profile.thisDevice')}</p>
          </>
        ) : (
          <WhereAndWhen session={session} id={whereAndWhen} />
        )}
      </div>
      {!session.isCurrent && <LogOutDevice session={session} describedBy={whereAndWhen} />}
    </li>
  );
}

function LogOutOthers() {
  const { t } = useTranslation('shell');
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeOtherSessions();
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: ({ ended }) => toast.success(t('profile.loggedOut', { count: ended })),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => {
        setAsking(false);
        return refresh('listSessions');
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

/** Where the member is logged in, this device first, and the way to end one other or all. */
export function Sessions() {
  const { t } = useTranslation('shell');
  // Ended elsewhere, it is not to be seen here.
  const query = useListSessions({ query: { staleTime: 0, refetchOnWindowFocus: 'always' } });
  return (
    <div className={styles.sessions}>
      <h3 className={styles.title}>{t('profile.sessions')}</h3>
      <QueryView query={query} loading={<Skeleton shape="block" height={64} />}>
        {({ sessions }) => (
          <>
            <ul className={styles.list}>
              {sessions.map((session) => (
                <Session key={session.id} session={session} />
              ))}
            </ul>
            {sessions.length > 1 ? <LogOutOthers /> : <p className={styles.soft}>{t('profile.noOthers')}</p>}
          </>
        )}
      </QueryView>
    </div>
  );
}
