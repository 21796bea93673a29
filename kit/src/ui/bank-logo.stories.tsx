import type { Meta, StoryObj } from '@storybook/react-vite';
import { BankLogo } from './bank-logo';

const CODES = [
  'BBL',
  'KBANK',
  'KTB',
  'TMB',
  'SCB',
  'CIMBT',
  'UOBT',
  'BAY',
  'GSB',
  'GHB',
  'BAAC',
  'IBANK',
  'TISCO',
  'KKP',
  'ICBCT',
  'TCRB',
  'LHB',
  'BCEL',
  'LDB',
  'JDB',
  'APB',
  'TRUE',
];

export default { component: BankLogo, args: { code: 'KBANK' } } satisfies Meta<typeof BankLogo>;
type Story = StoryObj<typeof BankLogo>;

export const Known: Story = {
  render: ({ size }) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
      {CODES.map((code) => (
        <BankLogo key={code} code={code} size={size} />
      ))}
    </div>
  ),
};
export const Unknown: Story = { args: { code: 'XYZ' } };
