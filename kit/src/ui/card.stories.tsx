import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from './card';

export default { component: Card, args: { children: 'กระเป๋าเงินหลัก' } } satisfies Meta<typeof Card>;
type Story = StoryObj<typeof Card>;

export const Plain: Story = {};
export const Brand: Story = { args: { tone: 'brand' } };
export const Sunken: Story = { args: { tone: 'sunken' } };
