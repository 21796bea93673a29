import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render, waitFor } from '@testing-library/react';
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

const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Dialogs that have had the focus. */
const ready = new WeakSet<Element>();
document.addEventListener('focusin', ({ target }) => {
  const dialog = target instanceof Element && target.closest(DIALOGS);
  if (dialog) ready.add(dialog);
});

/**
 * Waits until the topmost dialog has had the focus. It takes it, and hears the keyboard, a frame after it is there:
 * what a test types before that is lost, which no member is fast enough for.
 */
async function dialogReady(): Promise<void> {
  const isReady = () => {
    const dialog = [...document.querySelectorAll(DIALOGS)].at(-1);
    return dialog === undefined || ready.has(dialog);
  };
  if (isReady()) return;
  await waitFor(() => {
    if (!isReady()) throw new Error('The dialog has not taken the focus.');
  });
}

/** A user who does nothing before the dialog that has opened is ready. */
function patient(user: UserEvent): UserEvent {
  const { setup, ...acts } = user;
  const whenReady =
    <Input extends unknown[], Result>(act: (...input: Input) => Promise<Result>) =>
    async (...input: Input) => {
      await dialogReady();
      return act(...input);
    };
  const patiently = Object.entries(acts).map(([name, act]) => [name, whenReady(act as () => Promise<unknown>)]);
  return { setup, ...Object.fromEntries(patiently) } as UserEvent;
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
  return { ...result, user: patient(userEvent.setup({ pointerEventsCheck: 0 })), queryClient };
}
