import { renderWithProviders } from '@krapao/kit/testing';
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import WithdrawDialog from '../withdraw-dialog';

/** The dialog as home shows it; `closed` says how it was left. */
export function Host() {
  const [open, setOpen] = useState(true);
  const [closed, setClosed] = useState<string>();
  return (
    <>
      <output aria-label="closed">{closed}</output>
      <WithdrawDialog
        open={open}
        onClose={(changed) => {
          setOpen(false);
          setClosed(changed ? 'changed' : 'unchanged');
        }}
      />
    </>
  );
}

export const show = () => renderWithProviders(<Host />);
/** Where the amount is entered, once the games have reported what was won. */
export const amountField = async () => {
  const field = await screen.findByLabelText<HTMLInputElement>('Amount to withdraw');
  await waitFor(() => expect(screen.queryByText('Asking your games for what you won')).toBeNull());
  return field;
};
/** The member comes back to the page, which reads everything again. */
export const look = () =>
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
/** The button of the form. */
export const nextButton = () => screen.getByRole('button', { name: 'Continue' });
/** The button of the review. */
export const sendButton = () => screen.findByRole('button', { name: 'Withdraw' });
/** Goes on from the form to the review, and sends what stands there. */
export const send = async ({ user }: Pick<ReturnType<typeof show>, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Continue', busy: false }));
  await user.click(await sendButton());
};
