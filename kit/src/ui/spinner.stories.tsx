import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner } from './spinner';

export default { component: Spinner } satisfies Meta<typeof Spinner>;

export const Turning: StoryObj<typeof Spinner> = {};
