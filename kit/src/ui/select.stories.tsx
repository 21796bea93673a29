import type { Meta, StoryObj } from '@storybook/react-vite';
import { Select } from './select';

export default {
  component: Select,
  args: {
    label: 'โอนจาก',
    defaultValue: '',
    options: [
      { value: 'WALLET', label: 'กระเป๋าเงินหลัก' },
      { value: 'A', label: 'เกม 1' },
      { value: 'B', label: 'เกม 2 (ยังไม่เปิดบัญชี)', disabled: true },
    ],
  },
} satisfies Meta<typeof Select>;
type Story = StoryObj<typeof Select>;

export const Unchosen: Story = {};
export const Chosen: Story = { args: { defaultValue: 'WALLET' } };
export const Wrong: Story = { args: { error: 'กรุณาเลือกบัญชีให้ถูกต้อง' } };
