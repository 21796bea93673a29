import type { StorybookConfig } from '@storybook/react-vite';
import react from '@vitejs/plugin-react';

/** Every component of the kit by itself; `pnpm --filter @krapao/kit storybook`. */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/{ui,forms}/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Reading props from types needs the JavaScript API of TypeScript, which version 7 has not.
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({ ...vite, plugins: [...(vite.plugins ?? []), react()] }),
};

export default config;
