import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api';
import { expectAccessible, renderWithProviders } from '../testing';
import { EnglishNameDialog } from './english-name-dialog';

function open(onSave: (name: string) => Promise<unknown>, name = 'สมชาย ใจดี') {
  function Screen() {
    const [shown, setShown] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          copy
        </button>
        <EnglishNameDialog open={shown} onClose={() => setShown(false)} name={name} onSave={onSave} />
      </>
    );
  }
  return renderWithProviders(<Screen />);
}

const entry = () => screen.findByLabelText<HTMLInputElement>('Bank account name');
const save = () => screen.getByRole('button', { name: 'Save' });

it('takes the name in upper case, saves it once and gives the focus back to what opened it', async () => {
  let saved: (value?: unknown) => void = () => undefined;
  const onSave = vi.fn(() => new Promise((resolve) => (saved = resolve)));
  const { user } = open(onSave);
  await user.click(screen.getByRole('button', { name: 'copy' }));
  const field = await entry();
  expect(field.value).toBe('');
  await expectAccessible(await screen.findByRole('dialog', { name: 'Edit bank account name' }));
  await user.type(field, ' somchai   jaidee ');
  await user.keyboard('{Enter}');
  await user.click(save());
  await waitFor(() => expect(onSave.mock.calls).toEqual([['SOMCHAI JAIDEE']]));
  saved();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('saved')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('copy'));
});

it.each(['', 'สมชาย', "O'NEIL", 'SОMCHAI'])('%j is no name in English letters: nothing is sent', async (typed) => {
  const onSave = vi.fn();
  const { user } = open(onSave);
  await user.click(screen.getByRole('button', { name: 'copy' }));
  const field = await entry();
  if (typed !== '') {
    await user.click(field);
    await user.paste(typed);
  }
  await user.click(save());
  expect(await screen.findByText('Please enter the name in English letters only')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(onSave).not.toHaveBeenCalled();
});

it('what the server refuses is a toast, and the entry stays', async () => {
  const { user } = open(() => Promise.reject(new ApiError('INVALID_BANK', { status: 400 })), 'somchai jaidee');
  await user.click(screen.getByRole('button', { name: 'copy' }));
  const field = await entry();
  expect(field.value).toBe('SOMCHAI JAIDEE');
  await user.click(save());
  expect(await screen.findByText('invalid bank information')).toBeTruthy();
  expect(field.value).toBe('SOMCHAI JAIDEE');
});
