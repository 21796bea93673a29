import { type ComponentType, createContext, type ReactNode, Suspense, use, useContext, useState } from 'react';
import { RemoteBoundary } from './boundary';
import type { RegisteredTile } from './registry';

/** One remote's filling of a place, as the host knows it. */
export interface SlotFill {
  /** The remote it comes from. */
  remote: string;
  /** Loads the piece; the same promise until `retry`. */
  read: () => Promise<ComponentType<never>>;
  /**
   * Forgets a failed load, so that the next `read` asks the server again. After a few in vain it loads the page again,
   * unless `mayReload` is false.
   */
  retry: (mayReload?: boolean) => void;
}

/** What a host offers to the places of its applications. */
export interface SlotHost {
  /** The fillings of a place, in the registry's order; empty when no live remote fills it. */
  fills: (slot: string) => SlotFill[];
  /** The tiles of a place that need nothing of their remote until a tap. */
  tiles?: (slot: string) => RegisteredTile[];
  /** What stands in a place whose remote did not load and that names no fallback of its own. */
  failed: (retry: () => void, error: unknown) => ReactNode;
}

/** Set by the host around all screens. */
export const SlotHostContext = createContext<SlotHost>({ fills: () => [], failed: () => null });

/** What every place gives besides its props. */
export interface Place {
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
