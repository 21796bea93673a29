import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Button } from './button';
import { Drawer } from './drawer';

export default {
  component: Drawer,
  args: {
    open: true,
    title: 'เลือกธนาคาร',
    onClose: fn(),
    children: Array.from({ length: 30 }, (_, index) => <p key={index}>{`ธนาคาร ${index + 1}`}</p>),
  },
} satisfies Meta<typeof Drawer>;
type Story = StoryObj<typeof Drawer>;

export const Plain: Story = {};
export const WithFooter: Story = { args: { footer: <Button>เลือก</Button> } };
