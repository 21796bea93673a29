import { renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScreenPending } from './screen-pending';

it('a screen whose code is on the way says that it is loading, as a query does', () => {
  renderWithProviders(<ScreenPending />);
  const waiting = screen.getByRole('status', { name: 'Loading' });
  expect(waiting.getAttribute('aria-busy')).toBe('true');
  expect(waiting.children).toHaveLength(4);
});
