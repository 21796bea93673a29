import { serverNow, useEarlyAnswer } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { usePollInterval } from '@krapao/kit/realtime';
import { setLastSync } from '@krapao/kit/session';
import { toast } from '@krapao/kit/ui/toast';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefreshReport, WalletResponse } from '../../api/gen/model';
import { refreshGameAccounts, useGetWallet } from '../../api/gen/portal';
import { sumOf } from '../../shared/sum';

/** How often the balance is read again while the screen is seen and nobody tells of changes, in milliseconds. */
const POLL_MS = 15_000;

/** What came this moment, with the page, is not read again, in milliseconds. */
const JUST_READ_MS = 5_000;

/** The wallet and all game accounts together, in the major unit (specification 3). */
export function totalOf({ wallet, slots }: WalletResponse): number {
  return sumOf([wallet.amount, ...slots.map(({ amount }) => amount)]);
}

const playsGames = (data: WalletResponse) => data.slots.some((account) => account.isActive);

/**
 * As of when the balance is true: the games' money since their providers were last asked, as far as any answered; the
 * wallet's own since `readAt`, when it was read.
 */
export function asOf({ slots, timesync }: WalletResponse, readAt: number): Date {
  const told = slots.filter(({ isActive }) => isActive).map(({ refreshedAt }) => Date.parse(refreshedAt ?? ''));
  const newest = Math.max(...told.filter((time) => !Number.isNaN(time)));
  return new Date(Number.isFinite(newest) ? Math.min(Date.parse(timesync), newest) : readAt);
}

/** Every provider told its amount; one value, so that cards which show the same are not drawn again. */
const NONE: ReadonlySet<string> = new Set();

/** The codes of the accounts whose provider did not tell the amount: what is shown is the last one known. */
function lastKnownOf({ accounts }: RefreshReport): ReadonlySet<string> {
  const silent = accounts.filter(({ isFresh }) => !isFresh);
  return silent.length === 0 ? NONE : new Set(silent.map(({ code }) => code));
}

/** The last value that was known; undefined until there is one. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** The member's money, kept fresh, and the one tap that asks every game provider again. */
export function useHome() {
  const { t } = useTranslation('mf-wallet');
  const refetchInterval = usePollInterval(POLL_MS);
  useEarlyAnswer('getWallet');
  const wallet = useGetWallet({ query: { staleTime: JUST_READ_MS, refetchInterval, refetchOnWindowFocus: 'always' } });
  const [checking, setChecking] = useState(false);
  const [lastKnown, setLastKnown] = useState(NONE);
  const { data, dataUpdatedAt, error, refetch } = wallet;
  const knownWheel = useLastKnown(data?.hasWheel);
  const hasWheel = knownWheel ?? (data || error ? false : undefined);

  useEffect(() => {
    // When it was read, by the server's clock: what comes out of the cache is not of now.
    if (data) setLastSync(asOf(data, dataUpdatedAt + serverNow() - Date.now()));
  }, [data, dataUpdatedAt]);

  // On open the wallet comes first, so that something is seen; then the games are asked, quietly. So is the first one
  // that is opened.
  const hasGames = data !== undefined && playsGames(data);
  useEffect(() => {
    if (!hasGames) return;
    let left = false;
    const timer = setTimeout(async () => {
      const report = await refreshGameAccounts().catch(() => undefined);
      if (!report || left) return;
      setLastKnown(lastKnownOf(report));
      void refetch();
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [hasGames, refetch]);

  const check = useCallback(async () => {
    setChecking(true);
    try {
      const silent = hasGames ? lastKnownOf(await refreshGameAccounts()) : NONE;
      setLastKnown(silent);
      await refetch({ throwOnError: true });
      if (silent.size > 0) toast.info(t('home.refreshedPartly', { count: silent.size }));
      else toast.success(t('home.refreshed'));
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setChecking(false);
    }
  }, [hasGames, refetch, t]);

  return { wallet, hasWheel, checking, check, lastKnown };
}
