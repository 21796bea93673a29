import type { Meta, StoryObj } from '@storybook/react-vite';
import { Logo } from './logo';

export default { component: Logo } satisfies Meta<typeof Logo>;
type Story = StoryObj<typeof Logo>;

export const Mark: Story = { args: { size: 64 } };
export const WithName: Story = { args: { name: true } };
