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
  if (asking) return { kind: 'checking' };
  if (active.error) return { kind: 'unknown' };
  if (active.isFetching || way.isFetching || (open && !active.data)) return { kind: 'checking' };
  if (!active.data?.status) return { kind: 'none' };
  if (way.data?.result) return { kind: 'met' };
  return { kind: 'open', minimum: way.data?.minimum, total: way.data?.total };
}
