import type { Meta, StoryObj } from '@storybook/react-vite';
import { RelativeTime } from './relative-time';

export default { component: RelativeTime, args: { value: Date.now() - 120_000 } } satisfies Meta<typeof RelativeTime>;
type Story = StoryObj<typeof RelativeTime>;

export const Minutes: Story = {};
export const Days: Story = { args: { value: Date.now() - 3 * 86_400_000 } };
