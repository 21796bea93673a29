import type { Meta, StoryObj } from '@storybook/react-vite';
import { LoadingOverlay } from './loading-overlay';

export default { component: LoadingOverlay, args: { active: true } } satisfies Meta<typeof LoadingOverlay>;

export const Active: StoryObj<typeof LoadingOverlay> = {};
