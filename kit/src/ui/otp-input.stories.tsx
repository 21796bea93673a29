import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { fn } from 'storybook/test';
import { OtpInput } from './otp-input';

export default {
  component: OtpInput,
  args: { value: '', onValueChange: fn() },
  render: function Entry(args) {
    const [value, setValue] = useState(args.value);
    return <OtpInput {...args} value={value} onValueChange={setValue} />;
  },
} satisfies Meta<typeof OtpInput>;
type Story = StoryObj<typeof OtpInput>;

export const Empty: Story = {};
export const Begun: Story = { args: { value: '123' } };
export const Wrong: Story = { args: { value: '123456', error: 'รหัส OTP ไม่ถูกต้อง' } };
export const Disabled: Story = { args: { value: '123456', disabled: true } };
