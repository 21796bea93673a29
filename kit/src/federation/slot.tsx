import { type ComponentType, createContext, type ReactNode, Suspense, use, useContext, useState } from 'react';
import { RemoteBoundary } from './boundary';

/** One remote's filling of a place, as the host knows it. */
export interface SlotFill {
  /** The remote it comes from. */
  remote: string;
  /** Loads the piece; the same promise until `retry`. */
  // biome-ignore lint/suspicious/noExplicitAny: each place defines its own props.
  read: () => Promise<ComponentType<any>>;
  /** Forgets a failed load, so that the next `read` asks the server again. */
  retry: () => void;
}

/** What a host offers to the places of its applications. */
export interface SlotHost {
  /** The fillings of a place, in the registry's order; empty when no live remote fills it. */
  fills: (slot: string) => SlotFill[];
  /** What stands in a place whose remote did not load and that names no fallback of its own. */
  failed: (retry: () => void, error: unknown) => ReactNode;
}

/** Set by the host around all screens. */
export const SlotHostContext = createContext<SlotHost>({ fills: () => [], failed: () => null });

/** Props of {@link Slot}. */
export interface SlotProps<P extends object> {
  /** The place's name, such as `home.spin`. */
  name: string;
  /** Given to whatever fills the place. */
  with?: P;
  /** Shown while the filling loads. */
  pending?: ReactNode;
  /** Shown when nobody fills the place, or its remote is dead. Without it a dead remote shows an error with retry. */
  fallback?: ReactNode;
}

function Filling<P extends object>({ fill, props }: { fill: SlotFill; props: P | undefined }) {
  const Piece = use(fill.read());
  return <Piece {...props} />;
}

function Place<P extends object>({ fill, slot }: { fill: SlotFill; slot: SlotProps<P> }) {
  const host = useContext(SlotHostContext);
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    fill.retry();
    setAttempt(attempt + 1);
  };
  return (
    <RemoteBoundary
      key={attempt}
      remote={fill.remote}
      failed={(error) => (slot.fallback === undefined ? host.failed(retry, error) : slot.fallback)}
    >
      <Suspense fallback={slot.pending ?? null}>
        <Filling fill={fill} props={slot.with} />
      </Suspense>
    </RemoteBoundary>
  );
}

/** A named place that remotes fill. A filling is loaded when the place is first shown, and its failure never leaves the place. */
export function Slot<P extends object>(slot: SlotProps<P>) {
  const fills = useContext(SlotHostContext).fills(slot.name);
  if (fills.length === 0) return slot.fallback ?? null;
  return fills.map((fill) => <Place key={fill.remote} fill={fill} slot={slot} />);
}
