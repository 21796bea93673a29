import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import type { RegisterRequest } from '../../../api/gen/model';
import { server } from '../../../testing/server';
import { enter, openWizard, press, type WizardPage } from '../../../testing/wizard';
import RegistrationPage from '../registration-page';

/** Opens the registration, by a link's address when one is given. */
export const open = (route = '/register') => openWizard(RegistrationPage, route);

/** Fills the profile step and goes on. */
export async function giveProfile(page: WizardPage) {
  await enter(page, await screen.findByLabelText('Profile name'), 'Somchai');
  await enter(page, screen.getByLabelText('Password'), 'password1');
  await enter(page, screen.getByLabelText('Confirm password'), 'password1');
  await press(page, 'Continue');
}

/** Fills the bank step with the bank of that name. */
export async function giveBank(page: WizardPage, bank: RegExp) {
  await page.user.click(await screen.findByRole('button', { name: /^Bank:/ }));
  await page.user.click(await screen.findByRole('button', { name: bank }));
  await enter(page, screen.getByLabelText('Account number'), '123-4-56789-0');
  await enter(page, screen.getByLabelText(/^First name/), ' somchai ');
  await enter(page, screen.getByLabelText(/^Last name/), 'jaidee');
}

/** Takes every registration, and tells what was sent. */
export function capture() {
  const sent = vi.fn<(body: RegisterRequest) => void>();
  server.use(
    http.post('*/api/account', async ({ request }) => {
      sent((await request.json()) as RegisterRequest);
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  return sent;
}
