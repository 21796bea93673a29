import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShareButton } from './share-button';

export default {
  component: ShareButton,
  args: { title: 'Withdrawal', text: '500.00 baht\nReference W-1234', label: 'Share receipt' },
} satisfies Meta<typeof ShareButton>;
type Story = StoryObj<typeof ShareButton>;

export const Wide: Story = {};
export const Compact: Story = { args: { compact: true } };
