import type { Meta, StoryObj } from '@storybook/react-vite';
import { Countdown } from './countdown';

export default { component: Countdown, args: { until: Date.now() + 600_000 } } satisfies Meta<typeof Countdown>;
type Story = StoryObj<typeof Countdown>;

export const TenMinutes: Story = {};
export const LastMinute: Story = { args: { until: Date.now() + 50_000 } };
