import type { Meta, StoryObj } from '@storybook/react-vite';
import { RefreshCw } from 'lucide-react';
import { Card } from './card';
import { IconButton } from './icon-button';

export default {
  component: IconButton,
  args: { label: 'รีเฟรช', icon: <RefreshCw aria-hidden="true" /> },
} satisfies Meta<typeof IconButton>;
type Story = StoryObj<typeof IconButton>;

export const Plain: Story = {};
export const Tint: Story = { args: { variant: 'tint' } };
export const OnBrand: Story = {
  args: { variant: 'onBrand' },
  render: (args) => (
    <Card tone="brand">
      <IconButton {...args} />
    </Card>
  ),
};
export const Loading: Story = { args: { loading: true, variant: 'tint' } };
export const Disabled: Story = { args: { disabled: true, variant: 'tint' } };
