import type { Meta, StoryObj } from '@storybook/react-vite';
import { Phone } from 'lucide-react';
import { Field } from './field';

export default { component: Field, args: { label: 'ชื่อโปรไฟล์' } } satisfies Meta<typeof Field>;
type Story = StoryObj<typeof Field>;

export const Text: Story = { args: { hint: 'ชื่อที่คนอื่นเห็น' } };
export const PhoneNumber: Story = {
  args: { label: 'เบอร์โทรศัพท์', kind: 'tel', leading: <Phone aria-hidden="true" />, placeholder: '081 234 5678' },
};
export const Password: Story = { args: { label: 'รหัสผ่าน', kind: 'password', defaultValue: 'secret-1' } };
export const Amount: Story = { args: { label: 'จำนวนเงิน', kind: 'amount', defaultValue: '1500', trailing: '฿' } };
export const Wrong: Story = { args: { error: 'ชื่อบัญชีธนาคารต้องเป็นภาษาอังกฤษเท่านั้น', uppercase: true } };
export const ReadOnly: Story = { args: { label: 'รหัสเชิญ', readOnly: true, defaultValue: 'PR1042' } };
export const Disabled: Story = { args: { disabled: true, defaultValue: 'สมชาย' } };
