import { useState } from 'react';
import { useCheckActiveBonus, useCheckBonusMinimum } from '../../api/gen/portal';

/**
 * What a bonus condition means for a withdrawal. `checking`: nothing may be sent, for the rest may be cut. `unknown`:
 * nobody could tell; the server decides all the same.
 */
export type Condition =
  | { kind: 'checking' | 'none' | 'unknown' }
  | { kind: 'open'; minimum: number | undefined; total: number | undefined }
  | { kind: 'met' };

/** What {@link useCondition} needs. */
export interface UseConditionInput {
  open: boolean;
  /** The games are being asked what was won: an answer from before may be another one by then. */
  asking: boolean;
}

/** The condition that the member is under, asked anew whenever the dialog opens. */
export function useCondition({ open, asking }: UseConditionInput): Condition {
  const query = { enabled: open, staleTime: 0, retry: false };
  const active = useCheckActiveBonus({ query });
  const way = useCheckBonusMinimum({ query: { ...query, enabled: open && active.data?.status === true } });
  // What is read again later, as when something of the account changed, keeps nobody waiting: a press would be lost.
  const [known, setKnown] = useState(false);
  const isFirst = open && !known;
  if (isFirst && !active.isFetching && !way.isFetching && (active.data || active.error)) setKnown(true);
  if (!open && known) setKnown(false);
  if (asking) return { kind: 'checking' };
  if (active.error) return { kind: 'unknown' };
  if (way.isLoading || (isFirst && (active.isFetching || way.isFetching || !active.data))) return { kind: 'checking' };
  if (!active.data?.status) return { kind: 'none' };
  if (way.data?.result) return { kind: 'met' };
  return { kind: 'open', minimum: way.data?.minimum, total: way.data?.total };
}
