import type { Meta, StoryObj } from '@storybook/react-vite';
import { Alert } from './alert';

export default { component: Alert, args: { children: 'โอนเงินจากบัญชีธนาคารที่ลงทะเบียนไว้' } } satisfies Meta<typeof Alert>;
type Story = StoryObj<typeof Alert>;

export const Info: Story = {};
export const Success: Story = { args: { tone: 'success', title: 'สำเร็จ' } };
export const Warning: Story = { args: { tone: 'warning', title: 'เงื่อนไขโบนัส' } };
export const Danger: Story = { args: { tone: 'danger', children: 'ยอดเงินไม่เพียงพอ' } };
