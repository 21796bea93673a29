import { type ComponentType, createContext, type ReactNode, Suspense, use, useContext, useState } from 'react';
import { RemoteBoundary } from './boundary';
import type { SlotName, Slots } from './slots';

/** One remote's filling of a place, as the host knows it. */
export interface SlotFill {
  /** The remote it comes from. */
  remote: string;
  /** Loads the piece; the same promise until `retry`. */
  read: () => Promise<ComponentType<never>>;
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
export type SlotProps<Name extends SlotName> = Place & Given<Slots[Name]> & { name: Name };

/** What a place gives to whatever fills it; left out where it gives nothing. */
type Given<Props> = object extends Props ? { with?: Props } : { with: Props };

interface Place {
  /** Shown while the filling loads. */
  pending?: ReactNode;
  /** Shown when nobody fills the place, or its remote is dead. Without it a dead remote shows an error with retry. */
  fallback?: ReactNode;
}

function Filling({ fill, props }: { fill: SlotFill; props: object | undefined }) {
  // The place's declaration says which props: the type check has compared both sides with it.
  const Piece = use(fill.read()) as ComponentType<object>;
  return <Piece {...props} />;
}

/** One remote's filling, in its own boundary. */
export function FilledSlot({ fill, props, pending, fallback }: Place & { fill: SlotFill; props?: object | undefined }) {
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
      failed={(error) => (fallback === undefined ? host.failed(retry, error) : fallback)}
    >
      <Suspense fallback={pending ?? null}>
        <Filling fill={fill} props={props} />
      </Suspense>
    </RemoteBoundary>
  );
}

/**
 * A named place that remotes fill. A filling is loaded when the place is first shown, and its failure never leaves the
 * place.
 */
export function Slot<Name extends SlotName>({ name, with: props, pending, fallback }: SlotProps<Name>) {
  const fills = useContext(SlotHostContext).fills(name);
  if (fills.length === 0) return fallback ?? null;
  return fills.map((fill) => (
    <FilledSlot key={fill.remote} fill={fill} props={props} pending={pending} fallback={fallback} />
  ));
}
