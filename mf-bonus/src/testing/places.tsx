import { type SlotFill, SlotHostContext, type SlotName, type Slots } from '@krapao/kit/federation';
import type { ComponentType, ReactNode } from 'react';

/** What fills some places. */
type Fill = { [Name in SlotName]?: ComponentType<Slots[Name]> };

/** Fills places as the shell would, with what is already loaded. */
export function Places({ fill, children }: { fill: Fill; children: ReactNode }) {
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
    <SlotHostContext value={{ fills: (slot) => fills.get(slot) ?? [], failed: (_retry, error) => String(error) }}>
      {children}
    </SlotHostContext>
  );
}
