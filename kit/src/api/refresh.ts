import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { READS } from './gen/reads';

/** A read of the contract, by its operation id. */
export type Read = keyof typeof READS;

/** A read with any path arguments and any page, or only the one with these path arguments. */
export type RefreshTarget = Read | readonly [Read, ...string[]];

const PARAMETER = /\{\w+\}/g;

/** The part before the path of a key: generated clients put the method there when it is not GET. */
function splitKey(key: QueryKey): { method: string; path: unknown } {
  return key[0] === 'POST' ? { method: 'POST ', path: key[1] } : { method: '', path: key[0] };
}

/**
 * What the query key of a read begins with in the generated clients. Path arguments are given in the order of the path.
 */
export function readKey(read: Read, ...args: string[]): QueryKey {
  const rest = [...args];
  return READS[read].replaceAll(PARAMETER, () => encodeURIComponent(rest.shift() ?? '')).split(' ');
}

/** Whether a query in the cache holds an answer of the target. */
function holds(key: QueryKey, target: RefreshTarget): boolean {
  const [read, ...args] = typeof target === 'string' ? [target] : target;
  const { method, path } = splitKey(key);
  if (typeof path !== 'string') return false;
  if (args.length > 0) return `${method}${path}` === readKey(read, ...args).join(' ');
  const pattern = READS[read].split(PARAMETER).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('[^/]+')}$`).test(`${method}${path}`);
}

/**
 * Gives a function that marks reads as out of date, in every application: those on the screen are read again at once,
 * the others when they are shown. It is the only place that knows how the generated query keys look. Resolves when the
 * reads on the screen are done.
 */
export function useRefresh(): (...targets: RefreshTarget[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    (...targets) =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => targets.some((target) => holds(queryKey, target)) }),
    [queryClient],
  );
}
