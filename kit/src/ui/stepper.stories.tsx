import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stepper } from './stepper';

export default {
  component: Stepper,
  args: { steps: ['เบอร์โทรศัพท์', 'ยืนยัน OTP', 'โปรไฟล์', 'บัญชีธนาคาร'], current: 0 },
} satisfies Meta<typeof Stepper>;
type Story = StoryObj<typeof Stepper>;

export const First: Story = {};
export const Third: Story = { args: { current: 2 } };
