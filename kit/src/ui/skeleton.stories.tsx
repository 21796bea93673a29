import type { Meta, StoryObj } from '@storybook/react-vite';
import { Skeleton } from './skeleton';

export default { component: Skeleton } satisfies Meta<typeof Skeleton>;
type Story = StoryObj<typeof Skeleton>;

export const Text: Story = { args: { width: '60%' } };
export const Circle: Story = { args: { shape: 'circle', width: 48, height: 48 } };
export const Block: Story = { args: { shape: 'block', height: 48 } };
export const Card: Story = { args: { shape: 'card', height: 160 } };
