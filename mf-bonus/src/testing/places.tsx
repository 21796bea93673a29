import { type SlotFill, type SlotHost, SlotHostContext, type SlotName, type Slots } from '@krapao/kit/federation';
import type { ComponentType, ReactNode } from 'react';

/** What fills some places. */
type Fill = { [Name in SlotName]?: ComponentType<Slots[Name]> };

type Tiles = ReturnType<NonNullable<SlotHost['tiles']>>;

interface PlacesProps {
  fill: Fill;
  /** What the page draws by itself. */
  tiles?: Tiles;
  children: ReactNode;
}

/** Fills places as the shell would, with what is already loaded. */
export function Places({ fill, tiles = [], children }: PlacesProps) {
  const fills = new Map<string, SlotFill[]>(
    Object.entries(fill).map(([slot, Piece]) => {
      // Marked as React marks what it has waited for: nothing is suspended, as in a browser that has loaded it.
      const piece = Object.assign(Promise.resolve(Piece as ComponentType<never>), {
        status: 'fulfilled',
        value: Piece,
      });
      return [slot, [{ remote: 'mf-bonus', read: () => piece, retry: () => undefined }]];
    }),
  );
  return (
    <SlotHostContext
      value={{
        fills: (slot) => fills.get(slot) ?? [],
        tiles: (slot) => tiles.filter((tile) => tile.slot === slot),
        failed: (_retry, error) => String(error),
      }}
    >
      {children}
    </SlotHostContext>
  );
}
