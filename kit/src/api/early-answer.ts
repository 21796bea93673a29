import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { READS } from './gen/reads';
import { type Read, readKey } from './refresh';
import { readEarly } from './request';

/**
 * Gives the first render of a screen what the page asked the server for while its code was on its way. Call it before
 * the query of the same read; without such an answer, or where the read was asked for already, it does nothing. The
 * answer counts as read when it came: a query without `staleTime` reads again at once.
 */
export function useEarlyAnswer(read: Read): void {
  const queryClient = useQueryClient();
  useState(() => {
    const queryKey = readKey(read);
    if (queryClient.getQueryState(queryKey)) return;
    const early = readEarly(READS[read]);
    if (early) queryClient.setQueryData(queryKey, early.answer, { updatedAt: early.at });
  });
}
