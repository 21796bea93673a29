import type { Meta, StoryObj } from '@storybook/react-vite';
import { ArrowDownToLine, ReceiptText } from 'lucide-react';
import { Badge } from './badge';
import { EmptyState } from './empty-state';
import { EntryList, EntryRow } from './entry-list';

interface History {
  total: number;
  names: string[];
}

const query = (data?: History) => ({ data, error: null, refetch: () => undefined, isPlaceholderData: false });
const names = ['ฝากเงิน', 'โบนัส'];

export default {
  component: EntryList<History>,
  args: {
    label: 'รายการ',
    query: query({ total: 12, names }),
    page: 1,
    pageSize: 10,
    onPageChange: () => undefined,
    icon: <ReceiptText />,
    empty: <EmptyState icon={<ReceiptText />} title="ยังไม่มีรายการ" />,
    rows: (data) =>
      data.names.map((name) => (
        <EntryRow
          key={name}
          icon={<ArrowDownToLine />}
          tone="success"
          title={name}
          end="+500.00"
          details={['ธนาคารกสิกรไทย']}
          when="22/11/2026 10:00"
          foot={<Badge tone="success">สำเร็จ</Badge>}
        />
      )),
  },
} satisfies Meta<typeof EntryList<History>>;
type Story = StoryObj<typeof EntryList<History>>;

export const Entries: Story = {};
export const ByDay: Story = {
  args: {
    rows: (data) =>
      data.names.map((name) => (
        <EntryRow
          key={name}
          heading="22/11/2026"
          icon={<ArrowDownToLine />}
          title={name}
          end="+500.00"
          details={[]}
          when="10:00"
          foot={null}
        />
      )),
  },
};
export const IsLoading: Story = { args: { query: query() } };
export const Empty: Story = { args: { query: query({ total: 0, names: [] }) } };
export const Beyond: Story = { args: { query: query({ total: 12, names: [] }), page: 9 } };
