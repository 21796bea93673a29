// The groups that x-error-codes may name, so that an operation lists only what is its own.
import { operationsOf } from './contracts.mjs';

const anyCall = ['INTERNAL_SERVER_ERROR', 'SERVER_BUSY', 'REQUEST_LIMIT'];
const noSession = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'invalid-token'];

const publicCall = [...anyCall, 'gone'];

/** What each group stands for. A shut site answers `gone` to members only: operators must be able to open it again.
 * $operatorMoney is for calls that may demand a second factor, by the operator's own rule. */
export const groups = {
  $input: ['KEY_MISSING', 'KEY_INVALID'],
  $public: publicCall,
  $member: [
    ...publicCall,
    ...noSession,
    'INVALID_USER_1',
    'INVALID_USER_2',
    'INVALID_USER_3',
    'INVALID_USER_4',
    'INVALID_IP',
    'INACTIVE_USER',
  ],
  $operatorPublic: anyCall,
  $operator: [...anyCall, ...noSession, 'INACTIVE_USER'],
  $operatorMoney: [...anyCall, ...noSession, 'INACTIVE_USER', 'TOTP_REQUIRED'],
};

/** Not a code but a family of them, one per game provider; ErrorCode's description names it. */
const providerPattern = 'NOT_{PROVIDER}';

/**
 * Replaces the groups in every x-error-codes of the document by their codes, sorted and each once; gives the problems
 * found.
 */
export function expandErrorCodes(document, catalogue) {
  const problems = [];
  for (const { name, operation } of operationsOf(document)) {
    const listed = operation['x-error-codes'];
    if (!listed) continue;
    const codes = new Set();
    for (const entry of listed) {
      if (entry.startsWith('$') && !Object.hasOwn(groups, entry))
        problems.push(`${name}: ${entry} is not a group of error codes`);
      for (const code of groups[entry] ?? [entry]) codes.add(code);
    }
    for (const code of codes) {
      if (code.startsWith('$') || code === providerPattern || catalogue.includes(code)) continue;
      problems.push(`${name}: ${code} is not in ErrorCode`);
    }
    operation['x-error-codes'] = [...codes].sort();
  }
  return problems;
}
