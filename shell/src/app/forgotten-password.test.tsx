import { renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import LoginPage from '../features/login/login-page';
import ResetPage from '../features/reset/reset-page';
import { enter, giveCode, givePhone, press } from '../testing/wizard';

it('the login says that the password is changed and until when withdrawals wait, and knows the number', async () => {
  const page = renderWithProviders(
    <Routes>
      <Route path="/forgot" element={<ResetPage />} />
      <Route path="/login" element={<LoginPage />} />
    </Routes>,
    { route: '/login' },
  );
  await page.user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await givePhone(page);
  await giveCode(page);
  await enter(page, await screen.findByLabelText('Password'), 'staple battery');
  await enter(page, screen.getByLabelText('Confirm password'), 'staple battery');
  await press(page, 'Save the new password');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Your password is changed');
  expect(alert.textContent).toContain('Withdrawals open again in 24 hours.');
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0812345678');
});
