import { type SlotHost, SlotHostContext } from '@krapao/kit/federation';
import type { RemoteHost } from '@krapao/kit/federation/host';
import { Toaster } from '@krapao/kit/ui/toast';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { RemoteFailure } from './remote-failure';

interface AppProps {
  host: RemoteHost;
  queryClient: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

/** What stands around every screen. */
export function App({ host, queryClient, router }: AppProps) {
  const slots = useMemo<SlotHost>(
    () => ({
      fills: (slot) => host.fills(slot),
      tiles: (slot) => host.tiles(slot),
      failed: (retry, error) => <RemoteFailure error={error} onRetry={retry} />,
    }),
    [host],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <SlotHostContext value={slots}>
        <RouterProvider router={router} />
        <Toaster />
      </SlotHostContext>
    </QueryClientProvider>
  );
}
