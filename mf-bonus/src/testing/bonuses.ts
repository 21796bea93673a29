import type { Bonus } from '../api/gen/model';
import { getListBonusesResponseMock } from '../api/gen/portal.msw';

const [example] = getListBonusesResponseMock() as [Bonus];
const { userBonus, ...neverReceived } = example;

/** A bonus that the member may receive; with `change` another. */
export function bonus(change: Partial<Bonus> = {}): Bonus {
  return { ...neverReceived, canReceive: true, ...change };
}

/** A bonus whose condition the member is under. */
export function activeBonus(change: Partial<Bonus> = {}): Bonus {
  return { ...example, userBonus, ...change } as Bonus;
}
