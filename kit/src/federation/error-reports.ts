import { ApiError } from '../api/api-error';
import { RemoteBoundary } from './boundary';
import type { Registry } from './registry';

/** What is told of one error: where it was and its name. Never its message, which may hold a member's data. */
export interface ErrorReport {
  /** The remote that failed, or `shell`. */
  remote: string;
  /** Its version in the registry; empty for the shell. */
  version: string;
  /** The declared path of the screen. */
  route: string;
  /** The error's name or code. */
  error: string;
}

/** What {@link ErrorReports} needs. */
export interface ErrorReportsInput {
  registry: Registry;
  /** The declared path of the present screen. */
  route: () => string;
  /** Sends one report; what becomes of it is nobody's concern. */
  send: (report: ErrorReport) => void;
  now?: () => number;
}

/** How many reports leave a page within a minute; each alike leaves once. */
const A_MINUTE = 5;
const MINUTE_MS = 60_000;

/** What is the member's connection, or was ended on purpose, is no error of ours; it could not be sent either. */
const isOurs = (error: unknown) =>
  !(error instanceof ApiError && error.code === 'NETWORK') &&
  !(error instanceof DOMException && error.name === 'AbortError');

function nameOf(error: unknown): string {
  const name = error instanceof ApiError ? error.code : error instanceof Error ? error.name : typeof error;
  return name.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 64) || 'Error';
}

/** Reports the page's errors, few and small. A remote is known by its boundary, else by the code that threw. */
export class ErrorReports {
  private readonly input: ErrorReportsInput;
  private readonly sent = new Map<string, number>();

  constructor(input: ErrorReportsInput) {
    this.input = input;
  }

  /** A boundary caught it; for React's `onCaughtError`. */
  caught = (error: unknown, { errorBoundary }: { errorBoundary?: unknown } = {}): void => {
    // biome-ignore lint/suspicious/noConsole: what React does with it when nobody listens.
    console.error(error);
    this.report(error, errorBoundary instanceof RemoteBoundary ? errorBoundary.props.remote : undefined);
  };

  /** Nothing caught it; for React's `onUncaughtError`. */
  uncaught = (error: unknown): void => {
    window.reportError(error);
    this.report(error);
  };

  /** Hears what nobody awaited. Returns the undo. */
  listen(): () => void {
    const hear = ({ reason }: PromiseRejectionEvent) => this.report(reason);
    window.addEventListener('unhandledrejection', hear);
    return () => window.removeEventListener('unhandledrejection', hear);
  }

  private report(error: unknown, remote?: string): void {
    if (!isOurs(error)) return;
    const found = this.found(error, remote);
    const report = { ...found, route: this.input.route(), error: nameOf(error) };
    const now = (this.input.now ?? Date.now)();
    const alike = JSON.stringify(report);
    for (const [key, at] of this.sent) if (now - at >= MINUTE_MS) this.sent.delete(key);
    if (this.sent.has(alike) || this.sent.size >= A_MINUTE) return;
    this.sent.set(alike, now);
    this.input.send(report);
  }

  private found(error: unknown, remote: string | undefined): Pick<ErrorReport, 'remote' | 'version'> {
    const named = this.input.registry.remotes.find(({ name }) => name === remote);
    if (named) return { remote: named.name, version: named.version };
    const [, name, version] =
      (error instanceof Error && /\/mf\/([a-z0-9-]+)\/([^/\s]+)\//.exec(error.stack ?? '')) || [];
    return name && version ? { remote: name, version } : { remote: 'shell', version: '' };
  }
}
