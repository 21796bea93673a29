import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { ConfirmDialog } from './confirm-dialog';

export default {
  component: ConfirmDialog,
  args: {
    open: true,
    title: 'รับโบนัสชวนเพื่อน',
    children: 'เมื่อรับแล้ว ต้องทำยอดให้ครบตามเงื่อนไขก่อนถอนเงิน',
    onClose: fn(),
    onConfirm: fn(),
  },
} satisfies Meta<typeof ConfirmDialog>;
type Story = StoryObj<typeof ConfirmDialog>;

export const Plain: Story = {};
export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'ยกเลิกโบนัส',
    children: 'ยอดเงินในเกมทั้งหมดจะถูกล้าง และเรียกคืนไม่ได้',
    confirmLabel: 'ยกเลิกโบนัส',
    cancelLabel: 'เก็บไว้',
  },
};
export const Loading: Story = { args: { loading: true } };
