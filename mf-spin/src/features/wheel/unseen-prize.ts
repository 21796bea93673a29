import { endIntent, keepIntent, readIntent } from '@krapao/kit/session';
import type { SpinResult } from '../../api/gen/model';

const NAME = 'spinWheel shown';

/** Keeps what was won until the member has seen it: also over a reload, and only for this member in this tab. */
export function keepUnseen(won: SpinResult): void {
  keepIntent(NAME, { key: won.couponId, body: won, at: Date.now() });
}

/** What the member has won and not seen yet. */
export function readUnseen(): SpinResult | undefined {
  return readIntent(NAME)?.body as SpinResult | undefined;
}

/** The member sees it. */
export function markSeen(): void {
  endIntent(NAME);
}
