import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { ProfileResponse, UpdateBankAccountNameRequest, UpdateProfileRequest } from '../../api/gen/model';
import { getGetProfileMockHandler, getGetProfileResponseMock } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import ProfilePage from './profile-page';

function profileOf(account: Partial<ProfileResponse['bankAccount']> = {}): ProfileResponse {
  const profile = getGetProfileResponseMock();
  return { ...profile, bankAccount: { ...profile.bankAccount, ...account } };
}

async function openDialog(account?: Partial<ProfileResponse['bankAccount']>) {
  server.use(getGetProfileMockHandler(profileOf(account)));
  const page = renderWithProviders(<ProfilePage />);
  await page.user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  return { ...page, dialog: await screen.findByRole('dialog', { name: 'Edit profile' }) };
}

function capture() {
  const sent = vi.fn<(body: UpdateProfileRequest) => void>();
  server.use(
    http.put('*/api/account/profile', async ({ request }) => {
      const body = (await request.json()) as UpdateProfileRequest;
      sent(body);
      const now = profileOf();
      const saved = { ...now, profile: { ...now.profile, name: body.name } };
      server.use(getGetProfileMockHandler(saved));
      return HttpResponse.json(saved);
    }),
  );
  return sent;
}

async function retype(user: Awaited<ReturnType<typeof openDialog>>['user'], label: string, text: string) {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

it('a member edits name and bank account while no money has moved, and the screen shows it at once', async () => {
  const sent = capture();
  const { user, dialog } = await openDialog();
  await expectAccessible(dialog);
  await retype(user, 'Name', ' Malee ');
  await retype(user, 'Account number', '098-765-4321');
  await retype(user, 'Account name', ' malee  dee ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('saved')).toBeTruthy();
  expect(sent.mock.calls).toEqual([
    [{ name: 'Malee', bankCode: 'KTB', bankAccountName: 'MALEE DEE', bankAccountNo: '0987654321' }],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await screen.findAllByText('Malee')).length).toBe(2);
});

it('another bank is chosen in the list, over the dialog', async () => {
  const sent = capture();
  const { user } = await openDialog();
  await user.click(screen.getByRole('button', { name: /^Bank:/ }));
  await user.click(await screen.findByRole('button', { name: /Kasikornbank/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Bank: .*Kasikornbank/ })).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.mock.calls[0]?.[0].bankCode).toBe('KBANK'));
});

it('once money has moved only the name can be edited, and the way to the operator is told', async () => {
  const sent = capture();
  const { user } = await openDialog({ isLocked: true });
  expect(screen.getByText('To change the bank or the account number, please contact us.')).toBeTruthy();
  expect(screen.queryByLabelText('Account number')).toBeNull();
  await retype(user, 'Name', 'Malee');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ name: 'Malee' }]]));
});

it('a bank that wants an English name refuses another, and the focus goes there', async () => {
  const sent = capture();
  const { user } = await openDialog();
  await retype(user, 'Account name', 'สมชาย');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Bank account name must be in English only')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Account name')));
  expect(sent).not.toHaveBeenCalled();
});

it.each([
  ['EXISTING_BANK', 'bank account already exists', 'Account number'],
  ['INVALID_BANK', 'invalid bank information', 'Account number'],
  ['BANK_ACCOUNT_NAME_ENG', 'Bank account name must be in English only', 'Account name'],
])('%s is told beside its field', async (code, text, label) => {
  refuse('put', '/api/account/profile', code);
  const { user } = await openDialog();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(text);
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

it.each(['INVALID_USER_INFO', 'NO_BANK'])('%s is told in the form', async (code) => {
  refuse('put', '/api/account/profile', code);
  const { user, dialog } = await openDialog();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.querySelector('[role=alert]')).not.toBeNull());
});

it('the English name of the bank account is saved for its own bank', async () => {
  const sent = vi.fn<(body: UpdateBankAccountNameRequest) => void>();
  server.use(
    getGetProfileMockHandler(profileOf({ bankAccountName: 'สมชาย ใจดี' })),
    http.put('*/api/account/bankAccountName', async ({ request }) => {
      sent((await request.json()) as UpdateBankAccountNameRequest);
      server.use(getGetProfileMockHandler(profileOf()));
      return HttpResponse.json(profileOf().bankAccount);
    }),
  );
  const { user } = renderWithProviders(<ProfilePage />);
  await user.click(await screen.findByRole('button', { name: 'Edit bank account name' }));
  expect(await screen.findByText('Krung Thai Bank needs the account name in English.')).toBeTruthy();
  await user.type(screen.getByLabelText('Bank account name'), 'somchai jaidee{Enter}');
  expect(await screen.findByText('SOMCHAI JAIDEE')).toBeTruthy();
  expect(sent.mock.calls).toEqual([[{ bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE' }]]);
});
