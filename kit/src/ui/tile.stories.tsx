import type { Meta, StoryObj } from '@storybook/react-vite';
import { ArrowDownToLine } from 'lucide-react';
import { fn } from 'storybook/test';
import { Tile } from './tile';

export default {
  component: Tile,
  args: { icon: <ArrowDownToLine />, label: 'ฝากเงิน', onPress: fn() },
  decorators: [
    (Story) => (
      <div style={{ width: 110 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Tile>;
type Story = StoryObj<typeof Tile>;

export const Button: Story = {};
export const Accent: Story = { args: { tone: 'accent' } };
export const Link: Story = { args: { to: '/user/bonus', label: 'โบนัส', detail: '3 รายการ' } };
export const Quiet: Story = { args: { onPress: undefined, detail: 'เร็ว ๆ นี้' } };
export const Loading: Story = { args: { loading: true } };
