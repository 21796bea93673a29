import { renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AmountField } from './amount-field';

function Kip() {
  const [value, setValue] = useState('');
  return (
    <AmountField label="Amount" currency="LAK" name="amount" value={value} onValueChange={setValue} error={null} />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');
const worth = () => Number(field().value) || 0;

test.each([
  ['10000', 10_000],
  ['10000.00', 10_000],
  ['10000.50', 10_000],
  ['10000.05', 10_000],
  ['.5', 0],
])('%s kip that are typed are %d: a part of one adds nothing and makes nothing larger', async (typed, entered) => {
  const { user } = renderWithProviders(<Kip />);
  await user.type(field(), typed);
  expect(worth()).toBe(entered);
});

test('a part of a kip that is pasted is refused, and what was entered stays; noughts are no part', async () => {
  const { user } = renderWithProviders(<Kip />);
  const paste = async (text: string) => {
    await user.tripleClick(field());
    await user.paste(text);
  };
  await paste('20,000');
  await paste('10000.50');
  expect(worth()).toBe(20_000);
  await paste('10,000.00');
  expect(worth()).toBe(10_000);
});
