import type { Meta, StoryObj } from '@storybook/react-vite';
import { ReceiptText } from 'lucide-react';
import { Button } from './button';
import { EmptyState } from './empty-state';

export default {
  component: EmptyState,
  args: { icon: <ReceiptText />, title: 'ยังไม่มีรายการ' },
} satisfies Meta<typeof EmptyState>;
type Story = StoryObj<typeof EmptyState>;

export const Plain: Story = {};
export const WithAction: Story = {
  args: { text: 'รายการฝาก ถอน และโอนจะแสดงที่นี่', action: <Button>ฝากเงินครั้งแรก</Button> },
};
