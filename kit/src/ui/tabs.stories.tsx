import type { Meta, StoryObj } from '@storybook/react-vite';
import { Gift, Landmark, QrCode } from 'lucide-react';
import { Tabs } from './tabs';

export default {
  component: Tabs,
  args: {
    label: 'ช่องทางฝากเงิน',
    items: [
      { value: 'bank', label: 'เลขบัญชี', icon: <Landmark aria-hidden="true" />, content: 'เลขบัญชีธนาคาร' },
      { value: 'qr', label: 'คิวอาร์โค้ด', icon: <QrCode aria-hidden="true" />, content: 'คิวอาร์โค้ด' },
      { value: 'link', label: 'ลิงก์วอลเล็ท', icon: <Gift aria-hidden="true" />, content: 'ลิงก์', disabled: true },
    ],
  },
} satisfies Meta<typeof Tabs>;
type Story = StoryObj<typeof Tabs>;

export const Three: Story = {};
export const SecondOpen: Story = { args: { defaultValue: 'qr' } };
