import type { Meta, StoryObj } from '@storybook/react-vite';
import { Unfinished } from './unfinished';

export default { component: Unfinished, args: { children: 'โอน 100.00 บาท' } } satisfies Meta<typeof Unfinished>;
type Story = StoryObj<typeof Unfinished>;

export const AfterAReload: Story = {};
export const TriedAgain: Story = { args: { error: 'ไม่มีการเชื่อมต่อ' } };
