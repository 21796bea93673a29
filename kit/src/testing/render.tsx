import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { createQueryClient } from '../api';
import { i18n } from '../i18n';
import { Toaster } from '../ui/toast';

/** What a rendered screen's test needs besides the queries of Testing Library. */
export interface Rendered extends RenderResult {
  user: UserEvent;
  queryClient: QueryClient;
}

/**
 * Renders as inside the shell: router (at `route`), the query client that members get, texts, toasts. In StrictMode, so
 * that an effect that cannot run twice fails. A read that is tried again does not wait. Language: `setLocale` before.
 */
export function renderWithProviders(ui: ReactElement, options: { route?: string } = {}): Rendered {
  const queryClient = createQueryClient();
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
  const result = render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[options.route ?? '/']}>
          {ui}
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
    { reactStrictMode: true },
  );
  // A dialog takes the pointer from what lies under it a moment after it is there; whether one can press there is for
  // the browser's tests.
  return { ...result, user: userEvent.setup({ pointerEventsCheck: 0 }), queryClient };
}
