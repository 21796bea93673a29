/** Codes that this client makes itself, when no answer of ours arrived. */
export type ClientCode = 'NETWORK' | 'TIMEOUT';

/** What every failed call throws. Show it with `errorText(error)` of @krapao/kit/i18n. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the catalogue (`ErrorCode`), NETWORK, TIMEOUT, or a text this client does not know. */
  readonly code: string;
  /** HTTP status, 0 when no answer arrived. */
  readonly status: number;
  /** The id to quote to support, when the server gave one. */
  readonly requestId: string | undefined;
  /** After how many seconds another try makes sense, when the server said so. */
  readonly retryAfter: number | undefined;
  /** The answer's JSON: for this call and status as the contract has it. Undefined when it was none. */
  readonly body: unknown;

  constructor(
    code: string,
    details: { status?: number; requestId?: string; retryAfter?: number; body?: unknown } = {},
  ) {
    super(code);
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.body = details.body;
  }
}

/** The code of anything thrown; what is not an ApiError counts as INTERNAL_SERVER_ERROR. */
export function errorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'INTERNAL_SERVER_ERROR';
}

/** Whether no answer arrived: the effect of a mutation is then unknown, never failed. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');
}

/** What says nothing of how a call ended: no answer, or that something failed on the way. */
const NO_END: readonly string[] = ['NETWORK', 'TIMEOUT', 'INTERNAL_SERVER_ERROR', 'SERVER_BUSY'];

/**
 * Whether nobody knows how a call that failed ended: no answer, a server that failed without saying at what, or an
 * earlier request with the same key that is still under way. Any other code says why it failed.
 */
export function isUnknownEnd(error: unknown): boolean {
  if (!(error instanceof ApiError) || /^IDEMPOTENCY_/.test(error.code)) return true;
  const { status } = error;
  if (status >= 400 && status < 500) return status === 408 || status === 425;
  return NO_END.includes(error.code);
}
