import type { Meta, StoryObj } from '@storybook/react-vite';
import { ReceiptText } from 'lucide-react';
import { ApiError } from '../api';
import { EmptyState } from './empty-state';
import { QueryView } from './query-view';
import { Skeleton } from './skeleton';

const query = (data?: string[], error: unknown = null) => ({ data, error, refetch: () => undefined });

export default {
  component: QueryView<string[]>,
  args: {
    query: query(['+ 500.00', '- 120.00']),
    loading: (
      <>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </>
    ),
    empty: (rows) => rows.length === 0 && <EmptyState icon={<ReceiptText />} title="ยังไม่มีรายการ" />,
    framed: true,
    children: (rows) => rows.map((row) => <p key={row}>{row}</p>),
  },
} satisfies Meta<typeof QueryView<string[]>>;
type Story = StoryObj<typeof QueryView<string[]>>;

export const Data: Story = {};
export const IsLoading: Story = { args: { query: query() } };
export const Failed: Story = { args: { query: query(undefined, new ApiError('NETWORK')) } };
export const Empty: Story = { args: { query: query([]) } };
