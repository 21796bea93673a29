import type { Bonus } from '../../api/gen/model';

/**
 * Where a bonus stands for the member (specification 4.6): active, received as often as it may be, or to be received.
 */
export function standingOf({ userBonus, canReceive }: Bonus): 'active' | 'received' | 'open' {
  if (userBonus?.isActive) return 'active';
  return canReceive ? 'open' : 'received';
}
