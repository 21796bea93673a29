import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { ChangePasswordRequest } from '../../api/gen/model';
import { refuse, server } from '../../testing/server';
import ProfilePage from './profile-page';

async function openDialog() {
  const page = renderWithProviders(<ProfilePage />);
  await page.user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change password' });
  return { ...page, dialog };
}

type Page = Awaited<ReturnType<typeof openDialog>>;

async function enter({ user }: Page, entry: { old?: string; password?: string; confirm?: string }) {
  const fields = { old: 'Old password', password: 'New password', confirm: 'Confirm new password' };
  for (const [name, label] of Object.entries(fields)) {
    const value = entry[name as keyof typeof entry];
    if (value === undefined) continue;
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
}

const save = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Save' }));

function capture() {
  const sent = vi.fn<(body: ChangePasswordRequest) => void>();
  server.use(
    http.put('*/api/account/changepwd', async ({ request }) => {
      sent((await request.json()) as ChangePasswordRequest);
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  return sent;
}

const FULL = { old: 'correct horse', password: 'staple battery', confirm: 'staple battery' };

it('the lock opens the dialog, which saves the new password and says so; closing it gives the focus back', async () => {
  const sent = capture();
  const page = await openDialog();
  await expectAccessible(page.dialog);
  await enter(page, FULL);
  await save(page);
  const alert = await within(page.dialog).findByRole('alert');
  expect(alert.textContent).toBe('successsaved');
  expect(sent.mock.calls).toEqual([[{ oldPassword: 'correct horse', newPassword: 'staple battery' }]]);
  const close = within(page.dialog).getAllByRole('button', { name: 'Close' }).at(-1);
  expect(document.activeElement).toBe(close);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' })));
});

it('a change that is opened again starts empty', async () => {
  capture();
  const page = await openDialog();
  await enter(page, FULL);
  await save(page);
  await within(page.dialog).findByRole('alert');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(screen.getByRole('button', { name: 'Change password' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Old password')).value).toBe('');
});

it.each([
  ['old password', { password: 'staple battery', confirm: 'staple battery' }, 'Old password'],
  ['new password', { old: 'correct horse', confirm: 'staple battery' }, 'New password'],
  ['repeated password', { old: 'correct horse', password: 'staple battery' }, 'Confirm new password'],
])('without the %s the form silently does nothing but go there', async (_, entry, field) => {
  const sent = capture();
  const page = await openDialog();
  await enter(page, entry);
  await save(page);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(field)));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).not.toHaveBeenCalled();
});

it('passwords that differ are told beside the field, and typing takes it away', async () => {
  const sent = capture();
  const page = await openDialog();
  await enter(page, { ...FULL, confirm: 'staple batterx' });
  await save(page);
  const confirm = screen.getByLabelText('Confirm new password');
  expect(document.getElementById(confirm.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'passwords do not match',
  );
  expect(sent).not.toHaveBeenCalled();
  await page.user.type(confirm, 'y');
  expect(screen.queryByText('passwords do not match')).toBeNull();
});

it('passwords that differ are no longer said to differ once the first was corrected', async () => {
  capture();
  const page = await openDialog();
  await enter(page, { ...FULL, password: 'staple batter' });
  await save(page);
  expect(screen.getByText('passwords do not match')).toBeTruthy();
  await page.user.type(screen.getByLabelText('New password'), 'y');
  await waitFor(() => expect(screen.queryByText('passwords do not match')).toBeNull());
});

it('a password that is too short is not sent', async () => {
  const sent = capture();
  const page = await openDialog();
  await enter(page, { old: 'correct horse', password: 'short', confirm: 'short' });
  await save(page);
  expect(screen.getByText('The password needs at least 8 characters')).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

it.each([
  ['WRONG_PASSWORD', 'incorrect password'],
  ['INVALID_USER_INFO', 'invalid user info'],
  ['INTERNAL_SERVER_ERROR', 'System error, please try again'],
])("%s is an alert 'error' with the server's message, and the entry stays", async (code, text) => {
  refuse('put', '/api/account/changepwd', code);
  const page = await openDialog();
  await enter(page, FULL);
  await save(page);
  expect((await within(page.dialog).findByRole('alert')).textContent).toBe(`error${text}`);
  expect(screen.getByLabelText<HTMLInputElement>('Old password').value).toBe('correct horse');
});

it('too many tries are told with the time to wait, and the form opens again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  refuse('put', '/api/account/changepwd', 'REQUEST_LIMIT_1MIN', { status: 429, headers: { 'Retry-After': '30' } });
  const page = await openDialog();
  await enter(page, FULL);
  await save(page);
  expect((await screen.findByRole('timer')).textContent).toBe('00:30');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(button.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(button.disabled).toBe(false);
  vi.useRealTimers();
});

it('password managers find the member, the old password and the new one', async () => {
  const { dialog } = await openDialog();
  expect(dialog.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('0812345678');
  expect(screen.getByLabelText('Old password').getAttribute('autocomplete')).toBe('current-password');
  expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
});
