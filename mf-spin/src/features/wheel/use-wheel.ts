import { useGetSpinActive, useGetSpinSetup } from '../../api/gen/portal';
import { PREVIEW, sectorsOf } from './preview';
import type { Sector } from './wheel';

/** What the screen shows of the wheel. */
export interface WheelView {
  sectors: Sector[];
  /** The operator's name of the wheel; undefined while there is none. */
  name: string | undefined;
  /** The member's coins; undefined while nobody can tell. */
  coins: number | undefined;
}

/** The operator's wheel while there is one, else our preview. Undefined until it is known which. */
export function useWheel(): WheelView | undefined {
  const active = useGetSpinActive();
  const on = active.data?.isActive === true;
  const setup = useGetSpinSetup({ query: { enabled: on } });
  const wheel = setup.data?.result;
  if (wheel && wheel.activeSpinwheel.slice.length > 0) {
    const { activeSpinwheel, userCoin } = wheel;
    return { sectors: sectorsOf(activeSpinwheel.slice), name: activeSpinwheel.name, coins: userCoin };
  }
  if (active.isPending || (on && setup.isPending)) return undefined;
  return { sectors: PREVIEW, name: undefined, coins: wheel?.userCoin };
}
