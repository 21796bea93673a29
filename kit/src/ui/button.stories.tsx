import type { Meta, StoryObj } from '@storybook/react-vite';
import { ArrowDownToLine } from 'lucide-react';
import { Button } from './button';
import { Card } from './card';

export default { component: Button, args: { children: 'ฝากเงิน' } } satisfies Meta<typeof Button>;
type Story = StoryObj<typeof Button>;

export const Primary: Story = {};
export const Secondary: Story = { args: { variant: 'secondary' } };
export const Ghost: Story = { args: { variant: 'ghost' } };
export const Danger: Story = { args: { variant: 'danger', children: 'ยกเลิกโบนัส' } };
export const OnBrand: Story = {
  args: { variant: 'onBrand' },
  render: (args) => (
    <Card tone="brand">
      <Button {...args} />
    </Card>
  ),
};
export const WithIcon: Story = { args: { icon: <ArrowDownToLine aria-hidden="true" />, block: true } };
export const Small: Story = { args: { size: 'small', variant: 'secondary' } };
export const Loading: Story = { args: { loading: true } };
export const Disabled: Story = { args: { disabled: true } };
