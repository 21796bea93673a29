import { ApiError } from '@krapao/kit/api';
import type { TransferLeg, WithdrawAllRefusal } from '../../api/gen/model';

/**
 * How the games' money came home before a withdrawal was refused; none where it was refused before any was to move, or
 * nobody knows.
 */
export function legsOf(error: unknown): readonly TransferLeg[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  return (error.body as WithdrawAllRefusal | undefined)?.legs ?? [];
}
