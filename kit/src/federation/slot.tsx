import { useContext } from 'react';
import { DeclaredTile } from './declared-tile';
import { FilledSlot, type Place, SlotHostContext } from './filling';
import type { SlotName, Slots } from './slots';

/** Props of {@link Slot}. */
export type SlotProps<Name extends SlotName> = Place & Given<Slots[Name]> & { name: Name };

/** What a place gives to whatever fills it; left out where it gives nothing. */
type Given<Props> = object extends Props ? { with?: Props } : { with: Props };

/**
 * A named place that remotes fill. A filling is loaded when the place is first shown, and its failure never leaves the
 * place. A tile that its remote declared is drawn at once.
 */
export function Slot<Name extends SlotName>({ name, with: props, pending, fallback }: SlotProps<Name>) {
  const host = useContext(SlotHostContext);
  const tiles = host.tiles?.(name) ?? [];
  const fills = host.fills(name);
  if (tiles.length + fills.length === 0) return fallback ?? null;
  return (
    <>
      {tiles.map((tile) => (
        <DeclaredTile key={tile.to ?? tile.opens} tile={tile} props={props} pending={pending} fallback={fallback} />
      ))}
      {fills.map((fill) => (
        <FilledSlot key={fill.remote} fill={fill} props={props} pending={pending} fallback={fallback} />
      ))}
    </>
  );
}
