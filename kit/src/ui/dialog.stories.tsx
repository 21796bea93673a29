import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';

export default {
  component: Dialog,
  args: { open: true, title: 'ถอนเงิน', onClose: fn(), children: <Field label="จำนวนเงิน" kind="amount" /> },
} satisfies Meta<typeof Dialog>;
type Story = StoryObj<typeof Dialog>;

export const Plain: Story = {};
export const WithFooter: Story = {
  args: { description: 'เข้าบัญชีที่ลงทะเบียนไว้', footer: <Button>ถอนเงิน</Button> },
};
export const Long: Story = {
  args: {
    children: Array.from({ length: 30 }, (_, index) => <p key={index}>{`เงื่อนไขข้อที่ ${index + 1}`}</p>),
    footer: <Button>ยืนยัน</Button>,
  },
};
