import { errorText, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import { answers, pressTwice, shows } from '../../testing/calls';
import { Places } from '../../testing/places';
import { server } from '../../testing/server';
import InviteDialog from './invite-dialog';
import ReceiveButton from './receive-button';
import ReceiveDialog from './receive-dialog';

const INVITE = { amount: 35.25, success: 300, fail: 10 };
const LINK = 'https://wallet.example/register?code=PR10000042';

beforeEach(() => {
  setToken('somchai', { remember: false });
  shows('/api/invite/banners', { banners: [] });
});

const fill = { 'bonus.invite': InviteDialog, 'bonus.receiveInvite': ReceiveDialog };

function open() {
  return renderWithProviders(
    <Places fill={fill}>
      <InviteDialog open onClose={() => undefined} />
    </Places>,
  );
}

function receive() {
  return renderWithProviders(
    <Places fill={fill}>
      <ReceiveButton invite={INVITE} currency="BAHT" />
    </Places>,
  );
}

test('the dialog has the link: to scan and to copy', async () => {
  const { user } = open();
  const dialog = await screen.findByRole('dialog', { name: 'Invite friends' });
  expect(await within(dialog).findByText(LINK)).toBeTruthy();
  expect(within(dialog).getByRole('img', { name: 'QR code of your invite link' })).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Share' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText(`Copied: ${LINK}`)).toBeTruthy();
  await expectAccessible(dialog);
});

test('where the phone has a share sheet, the link goes there, and closing the sheet is no failure', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  Object.assign(navigator, { share });
  try {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Invite friends', text: 'Join me here', url: LINK });
    expect(screen.queryByText(errorText('INTERNAL_SERVER_ERROR'))).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('what friends earned is a table, with what waits to be received above it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Earned' }));
  const table = await screen.findByRole('table', { name: 'Earned' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['From', 'Date', 'Amount']);
  expect(within(table).getByText('Malee')).toBeTruthy();
  expect(screen.getByText('System will accumulate automatically')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Receive invite bonus' })).toBeTruthy();
});

test('receiving lists the conditions first, and happens once', async () => {
  const keys = answers('/api/invite/bonus', { message: 'INVITE_BONUS_SUCCESS', amount: 35.25 });
  const { user } = receive();
  await user.click(screen.getByRole('button', { name: 'Receive invite bonus' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Receive invite bonus' });
  expect(within(dialog).getByText(/35\.25 baht goes into your wallet/)).toBeTruthy();
  expect(within(dialog).getByText(/reach 300% of the bonus/)).toBeTruthy();
  expect(within(dialog).getByText(/falls to 10% or less/)).toBeTruthy();
  await expectAccessible(dialog);
  await pressTwice(user, within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('successfully received invite bonus')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(keys).toHaveLength(1);
});

for (const locale of ['th', 'la', 'en'] as const) {
  test.each([
    'BONUS_REMAINING',
    'INVITE_COLLECT',
    'INVITE_INACTIVE',
    'NO_INVITE_BONUS',
    'NO_INVITEE_PLAY_INFO',
    'INVITE_BONUS_FAIL',
  ] as const)(`an invite bonus that is refused with %s is a toast in ${locale}`, async (code) => {
    await setLocale(locale);
    answers('/api/invite/bonus', { refused: code });
    const { user } = receive();
    await user.click(screen.getByRole('button'));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
    expect(await screen.findByText(errorText(code))).toBeTruthy();
    expect(errorText(code)).not.toBe(code);
  });
}

test('a lost answer is not that of the next bonus: another amount, or another day, has a new key', async () => {
  const keys = answers('/api/invite/bonus', 'dead', 'dead', { message: 'INVITE_BONUS_SUCCESS', amount: 20 });
  const tap = async (amount: number) => {
    const shown = renderWithProviders(
      <Places fill={fill}>
        <ReceiveButton invite={{ ...INVITE, amount }} currency="BAHT" />
      </Places>,
    );
    await shown.user.click(screen.getByRole('button', { name: 'Receive invite bonus' }));
    const dialog = await screen.findByRole('alertdialog');
    await shown.user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    return { ...shown, dialog };
  };
  for (const amount of [35.25, 20]) {
    const { unmount, dialog } = await tap(amount);
    await within(dialog).findByRole('button', { name: 'Try again' });
    unmount();
  }
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] });
  try {
    await tap(20);
    expect(await screen.findByText('successfully received invite bonus')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
  expect(new Set(keys).size).toBe(3);
});

test('a lost answer of a bonus that was received is followed by the news that it was', async () => {
  let amount = 35.25;
  shows('/api/wallet', () => ({ ...getGetWalletResponseMock(), invite: { ...INVITE, amount } }));
  answers('/api/invite/bonus', 'dead');
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Earned' }));
  await user.click(await screen.findByRole('button', { name: 'Receive invite bonus' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Receive invite bonus' });
  amount = 0;
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('successfully received invite bonus')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Receive invite bonus' })).toBeNull());
});

test('no earnings yet say what to do', async () => {
  server.use(http.post('*/api/invite', () => HttpResponse.json({ total: 0, invites: [] })));
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Earned' }));
  expect(await screen.findByText('Nothing earned yet')).toBeTruthy();
});
