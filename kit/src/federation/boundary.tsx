import { Component, type ReactNode } from 'react';

/** Props of {@link RemoteBoundary}. */
export interface RemoteBoundaryProps {
  children: ReactNode;
  /** The remote whose piece it holds, for reports. */
  remote?: string;
  /** What stands in for the children once they have thrown. */
  failed: (error: unknown) => ReactNode;
}

/** Keeps the failure of a remote inside its own place. To try again, give it another `key`. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.failed(this.state.error);
  }
}
