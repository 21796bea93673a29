import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from './card';
import { Money } from './money';

export default { component: Money, args: { value: 12_450.75, currency: 'BAHT' } } satisfies Meta<typeof Money>;
type Story = StoryObj<typeof Money>;

export const Inline: Story = {};
export const Large: Story = { args: { size: 'large' } };
export const Hero: Story = {
  args: { size: 'hero' },
  render: (args) => (
    <Card tone="brand">
      <Money {...args} />
    </Card>
  ),
};
export const LongHero: Story = { ...Hero, args: { size: 'hero', value: 123_456_789_012.34, currency: 'LAK' } };
export const Deposit: Story = { args: { statementType: 'DEPOSIT' } };
export const Withdraw: Story = { args: { statementType: 'WITHDRAW' } };
export const NoNumber: Story = { args: { value: undefined } };
