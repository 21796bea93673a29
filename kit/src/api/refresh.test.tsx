import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient, readKey, useRefresh } from '.';

function setup() {
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const keys = [
    ['/api/wallet'],
    ['POST', '/api/statement', { page: 1, limit: 10 }],
    ['POST', '/api/statement', { page: 2, limit: 10 }],
    ['POST', '/api/statement/slip', { page: 1, limit: 10 }],
    ['/api/qrcode/A%20B'],
    ['/api/qrcode/C'],
    [{ own: true }],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  const { result } = renderHook(() => useRefresh(), { wrapper });
  const stale = () => keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
  return { refresh: result.current, stale, keys };
}

it('refreshes a read on all its pages, and nothing whose address only begins alike', async () => {
  const { refresh, stale, keys } = setup();
  await act(() => refresh('getWallet', 'listStatements'));
  expect(stale()).toEqual(keys.slice(0, 3));
});

it('refreshes a read with a path argument for all arguments, or for one', async () => {
  const one = setup();
  await act(() => one.refresh(['getQrCode', 'A B']));
  expect(one.stale()).toEqual([['/api/qrcode/A%20B']]);
  const all = setup();
  await act(() => all.refresh('getQrCode'));
  expect(all.stale()).toHaveLength(2);
});

it('knows the keys as the generated clients make them', () => {
  expect(readKey('getWallet')).toEqual(['/api/wallet']);
  expect(readKey('listStatements')).toEqual(['POST', '/api/statement']);
  expect(readKey('getQrCode', 'A B')).toEqual(['/api/qrcode/A%20B']);
});
