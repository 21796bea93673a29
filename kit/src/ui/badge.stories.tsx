import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge } from './badge';

export default {
  component: Badge,
  args: { children: 'กำลังดำเนินการ' },
} satisfies Meta<typeof Badge>;
type Story = StoryObj<typeof Badge>;

export const Neutral: Story = {};
export const Accent: Story = { args: { tone: 'accent' } };
export const Success: Story = { args: { tone: 'success' } };
export const Warning: Story = { args: { tone: 'warning' } };
export const Danger: Story = { args: { tone: 'danger' } };
