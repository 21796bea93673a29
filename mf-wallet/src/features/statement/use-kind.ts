import { useSearchParams } from 'react-router';
import type { StatementType } from '../../api/gen/model';
import { isOneOf } from '../../shared/is-one-of';

/** What a member tells apart, in the order of the filter. */
export const KINDS = ['deposits', 'withdrawals', 'transfers', 'bonuses'] as const;

/** One of them; undefined is all. */
export type Kind = (typeof KINDS)[number] | undefined;

const TYPES: Record<NonNullable<Kind>, StatementType[]> = {
  deposits: ['DEPOSIT'],
  withdrawals: ['WITHDRAW'],
  transfers: ['TRANSFER'],
  bonuses: ['BONUS', 'FINISH_BONUS'],
};

/** The kind in the address (`?kind=deposits`), the types that it stands for, and the way to another: its first page. */
export function useKind(): { kind: Kind; types: StatementType[] | undefined; toKind: (kind: Kind) => void } {
  const [params, setParams] = useSearchParams();
  const text = params.get('kind') ?? '';
  const kind = isOneOf(KINDS, text) ? text : undefined;
  return {
    kind,
    types: kind && TYPES[kind],
    toKind: (next) => setParams(next ? { kind: next } : {}, { replace: true }),
  };
}
