import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { EnglishNameDialog } from './english-name-dialog';

export default {
  component: EnglishNameDialog,
  args: { open: true, name: 'สมชาย ใจดี', onClose: fn(), onSave: () => Promise.resolve() },
} satisfies Meta<typeof EnglishNameDialog>;
type Story = StoryObj<typeof EnglishNameDialog>;

export const Empty: Story = {};
export const Known: Story = { args: { name: 'Somchai Jaidee' } };
export const BeforeDeposit: Story = {
  args: { description: 'ธนาคารกรุงไทยต้องใช้ชื่อบัญชีภาษาอังกฤษ เพื่อให้ยอดฝากเข้ากระเป๋าได้' },
};
