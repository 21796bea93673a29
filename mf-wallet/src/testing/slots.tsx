import { type Slots as Places, type SlotFill, SlotHostContext, type SlotName } from '@krapao/kit/federation';
import type { ComponentType, ReactNode } from 'react';

/** What fills some places. */
export type Fill = { [Name in SlotName]?: ComponentType<Places[Name]> };

/** Fills places as the shell would, with what is already loaded. */
export function Slots({ fill, children }: { fill: Fill; children: ReactNode }) {
  const loaded = new Map<string, SlotFill[]>(
    Object.entries(fill).map(([slot, Piece]) => {
      // Marked as React marks what it has waited for: nothing is suspended, as in a browser that has loaded it.
      const piece = Object.assign(Promise.resolve(Piece as ComponentType<never>), {
        status: 'fulfilled',
        value: Piece,
      });
      return [slot, [{ remote: 'test', read: () => piece, retry: () => undefined }]];
    }),
  );
  return (
    <SlotHostContext value={{ fills: (slot) => loaded.get(slot) ?? [], failed: (_retry, error) => String(error) }}>
      {children}
    </SlotHostContext>
  );
}
