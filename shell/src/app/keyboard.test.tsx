import { renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import LoginPage from '../features/login/login-page';
import ProfilePage from '../features/profile/profile-page';
import RegistrationPage from '../features/registration/registration-page';
import ResetPage from '../features/reset/reset-page';
import { refuse } from '../testing/server';
import { heading, openWizard } from '../testing/wizard';

// jsdom draws nothing, and a dialog's focus trap passes over what is not drawn.
Element.prototype.getClientRects = () => [new DOMRect(0, 0, 44, 44)] as unknown as DOMRectList;

/** More stops than any screen has. */
const MOST_STOPS = 60;

/** Goes on with the tab key until the element has the focus. */
async function tabTo(user: UserEvent, element: HTMLElement) {
  for (let stop = 0; stop < MOST_STOPS && document.activeElement !== element; stop += 1) await user.tab();
  expect(document.activeElement).toBe(element);
}

async function fill(user: UserEvent, label: string | RegExp, text: string) {
  await tabTo(user, await screen.findByLabelText(label));
  await user.keyboard(text);
}

async function pressKey(user: UserEvent, name: string | RegExp, key = '{Enter}') {
  await tabTo(user, await screen.findByRole('button', { name }));
  await user.keyboard(key);
}

it('the login is worked with the keyboard alone, and what is wrong is read out', async () => {
  refuse('post', '/api/login', 'WRONG_CREDENTIAL', { status: 401 });
  const { user } = openWizard(LoginPage, '/login');
  await screen.findByText('Welcome back');
  await fill(user, 'Phone number', '0812345678');
  await fill(user, 'Password', 'password1');
  await tabTo(user, screen.getByRole('checkbox', { name: 'Remember me on this device' }));
  await user.keyboard(' ');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  await tabTo(user, screen.getByRole('link', { name: 'Forgot your password?' }));
  await pressKey(user, 'Log in');
  expect((await screen.findByRole('alert')).textContent).toBe('incorrect phone number/password');
});

it('a forgotten password is replaced with the keyboard alone', async () => {
  const { user } = openWizard(ResetPage, '/forgot');
  await fill(user, 'Phone number', '0812345678{Enter}');
  await heading('Enter the code from the SMS');
  await fill(user, '6-digit OTP code', '123456');
  await heading('Choose a new password');
  await fill(user, 'Password', 'staple battery');
  await fill(user, 'Confirm password', 'staple battery{Enter}');
  expect((await screen.findByLabelText('where')).textContent).toBe('/login');
});

it('a visitor registers with the keyboard alone; the bank is chosen in its dialog, which gives the focus back', async () => {
  const { user } = openWizard(RegistrationPage, '/register');
  await fill(user, 'Phone number', '0812345678{Enter}');
  await fill(user, '6-digit OTP code', '123456');
  await fill(user, 'Profile name', 'Somchai');
  await fill(user, 'Password', 'password1');
  await fill(user, 'Confirm password', 'password1{Enter}');
  await heading('Where should withdrawals go?');
  await pressKey(user, /^Bank:/);
  const banks = await screen.findByRole('dialog', { name: 'Choose your bank' });
  await tabTo(user, await within(banks).findByRole('button', { name: /Kasikornbank/ }));
  await user.keyboard(' ');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Bank: .*Kasikorn/ })));
  await fill(user, 'Account number', '1234567890');
  await fill(user, 'First name', 'somchai');
  await fill(user, 'Last name', 'jaidee{Enter}');
  expect(await screen.findByText('Registration successful')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome aboard' }));
});

it.each([
  ['Edit profile', 'dialog', 'Edit profile'],
  ['Edit bank account name', 'dialog', 'Edit bank account name'],
  ['Change password', 'dialog', 'Change password'],
] as const)(
  "the profile's '%s' opens a %s with a name that keeps the focus inside and gives it back",
  async (button, role, name) => {
    const { user } = renderWithProviders(<ProfilePage />);
    await pressKey(user, button);
    const dialog = await screen.findByRole(role, { name });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    for (let stop = 0; stop < 12; stop += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: button })));
  },
);

it("the profile's parts are regions with headings, and its data pairs of a name and a value", async () => {
  renderWithProviders(<ProfilePage />);
  const account = await screen.findByRole('region', { name: 'Account' });
  expect(within(account).getByRole('heading', { level: 2 }).textContent).toBe('Account');
  expect(within(account).getByText('Member number').tagName).toBe('DT');
  expect(within(account).getByText('10000042').tagName).toBe('DD');
  expect(screen.getByRole('region', { name: 'Bank account' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Security' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Contact/ }).getAttribute('href')).toBe('/user/contact');
});
