import { renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { Where } from './where';

/** A wizard's screen in a test. */
export type WizardPage = ReturnType<typeof openWizard>;

function BackOfTheBrowser() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      browser back
    </button>
  );
}

/** Shows a wizard at its path, with the browser's back button beside it; any other path shows where it has led. */
export function openWizard(Wizard: ComponentType, route: string) {
  return renderWithProviders(
    <Routes>
      <Route
        path={route.split('?')[0] as string}
        element={
          <>
            <BackOfTheBrowser />
            <Wizard />
          </>
        }
      />
      <Route path="*" element={<Where />} />
    </Routes>,
    { route },
  );
}

/** Puts a text into a field, as a paste does. */
export async function enter({ user }: WizardPage, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

/** Presses a button by its name. */
export const press = ({ user }: WizardPage, name: string) => user.click(screen.getByRole('button', { name }));

/** Waits for a heading by its name. */
export const heading = (name: string) => screen.findByRole('heading', { name });

/** Enters the phone number and goes on. */
export async function givePhone(page: WizardPage, button = 'Send the code') {
  await enter(page, await screen.findByLabelText('Phone number'), '0812345678');
  await press(page, button);
}

/** Enters the code from the SMS; the sixth digit sends it. */
export async function giveCode(page: WizardPage) {
  await enter(page, await screen.findByLabelText('6-digit OTP code'), '123456');
}
