import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { fn } from 'storybook/test';
import { Pager } from './pager';

export default {
  component: Pager,
  args: { page: 1, total: 200, pageSize: 10, onPageChange: fn() },
  render: function Pages(args) {
    const [page, setPage] = useState(args.page);
    return <Pager {...args} page={page} onPageChange={setPage} />;
  },
} satisfies Meta<typeof Pager>;
type Story = StoryObj<typeof Pager>;

export const First: Story = {};
export const Middle: Story = { args: { page: 6 } };
export const Last: Story = { args: { page: 20 } };
