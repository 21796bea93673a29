import type { Meta, StoryObj } from '@storybook/react-vite';
import { OfflineBanner } from './offline-banner';

export default { component: OfflineBanner } satisfies Meta<typeof OfflineBanner>;

/** Empty while the browser is online; the loader tells it otherwise. */
export const Offline: StoryObj<typeof OfflineBanner> = {
  beforeEach: () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    return () => {
      Reflect.deleteProperty(navigator, 'onLine');
    };
  },
};
