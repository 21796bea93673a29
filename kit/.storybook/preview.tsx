import type { Preview } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { createQueryClient } from '../src/api';
import { i18n, initI18n, type Locale, setLocale } from '../src/i18n';
import { Toaster } from '../src/ui/toast';
import '../src/ui/styles.css';

const started = initI18n({ locale: 'th' });
const queryClient = createQueryClient();

const phone = (name: string, width: number, height: number) => ({
  name: `${name}, ${width} × ${height}`,
  styles: { width: `${width}px`, height: `${height}px` },
  type: 'mobile' as const,
});

/**
 * Every story as inside the shell: texts, router, query client and toasts, in the language and theme of the toolbar.
 */
const preview: Preview = {
  parameters: {
    layout: 'padded',
    a11y: { test: 'error', options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } },
    backgrounds: { disable: true },
    viewport: {
      options: {
        small: phone('Small phone', 320, 640),
        phone: phone('Phone', 360, 780),
        large: phone('Large phone', 390, 844),
      },
    },
  },
  globalTypes: {
    locale: {
      description: 'Language',
      toolbar: {
        icon: 'globe',
        dynamicTitle: true,
        items: [
          { value: 'th', title: 'ไทย' },
          { value: 'la', title: 'ລາວ' },
          { value: 'en', title: 'English' },
        ],
      },
    },
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
  },
  initialGlobals: { locale: 'th', theme: 'light', viewport: { value: 'phone', isRotated: false } },
  loaders: [
    async ({ globals }) => {
      await started;
      await setLocale(globals.locale as Locale);
    },
  ],
  decorators: [
    (Story, { globals }) => {
      document.documentElement.dataset.theme = String(globals.theme);
      return (
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <MemoryRouter>
              <Story />
              <Toaster />
            </MemoryRouter>
          </QueryClientProvider>
        </I18nextProvider>
      );
    },
  ],
};

export default preview;
