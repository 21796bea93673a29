import { setInviteCode } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RegisterRequest } from '../../api/gen/model';
import {
  getGetRegisterOtpMockHandler,
  getGetSiteSettingsMockHandler,
  getGetSiteSettingsResponseMock,
  getListBanksMockHandler,
  getSendOtpMockHandler,
} from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import { Where } from '../../testing/where';
import RegistrationPage from './registration-page';

type Page = ReturnType<typeof open>;

function BackOfTheBrowser() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      browser back
    </button>
  );
}

function open(route = '/register') {
  return renderWithProviders(
    <Routes>
      <Route
        path="/register"
        element={
          <>
            <BackOfTheBrowser />
            <RegistrationPage />
          </>
        }
      />
      <Route path="*" element={<Where />} />
    </Routes>,
    { route },
  );
}

async function enter({ user }: Page, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

const press = ({ user }: Page, name: string) => user.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { name });

async function givePhone(page: Page, button = 'Send the code') {
  await enter(page, await screen.findByLabelText('Phone number'), '0812345678');
  await press(page, button);
}

async function giveCode(page: Page) {
  await enter(page, await screen.findByLabelText('6-digit OTP code'), '123456');
}

async function giveProfile(page: Page) {
  await enter(page, await screen.findByLabelText('Profile name'), 'Somchai');
  await enter(page, screen.getByLabelText('Password'), 'password1');
  await enter(page, screen.getByLabelText('Confirm password'), 'password1');
  await press(page, 'Continue');
}

async function giveBank(page: Page, bank: RegExp) {
  await page.user.click(await screen.findByRole('button', { name: /^Bank:/ }));
  await page.user.click(await screen.findByRole('button', { name: bank }));
  await enter(page, screen.getByLabelText('Account number'), '123-4-56789-0');
  await enter(page, screen.getByLabelText(/^First name/), ' somchai ');
  await enter(page, screen.getByLabelText(/^Last name/), 'jaidee');
}

function capture() {
  const sent = vi.fn<(body: RegisterRequest) => void>();
  server.use(
    http.post('*/api/account', async ({ request }) => {
      sent((await request.json()) as RegisterRequest);
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  return sent;
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('a visitor registers with an OTP and is led to the login', async () => {
  const sent = capture();
  const page = open();
  await givePhone(page);
  expect(await screen.findByText('OTP (ref : K7QX)')).toBeTruthy();
  await giveCode(page);
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  expect(await screen.findByText('Registration successful')).toBeTruthy();
  expect(sent).toHaveBeenCalledWith({
    name: 'Somchai',
    username: '0812345678',
    password: 'password1',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
  });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByLabelText('where')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(screen.getByLabelText('where').textContent).toBe('/login');
});

it('each step moves the focus to its heading, and its steps cannot be pressed', async () => {
  const page = open();
  await givePhone(page);
  const title = await heading('Enter the code from the SMS');
  await waitFor(() => expect(document.activeElement).toBe(title));
  for (const step of screen.getAllByRole('listitem')) expect(step.querySelector('a, button')).toBeNull();
});

it('with OTP off there is no code to enter', async () => {
  server.use(getGetRegisterOtpMockHandler({ registerOTP: false }));
  const page = open();
  await givePhone(page, 'Continue');
  expect(await heading('Set up your profile')).toBeTruthy();
  expect(screen.getByText('Step 2 of 3')).toBeTruthy();
});

it('a number that is confirmed on this device skips the code', async () => {
  server.use(getSendOtpMockHandler({ code: 'OTP_VERIFIED' }));
  const page = open();
  await givePhone(page);
  expect(await heading('Set up your profile')).toBeTruthy();
});

it('a number that is too short is refused before anything is sent', async () => {
  const page = open();
  await enter(page, await screen.findByLabelText('Phone number'), '081234567');
  await press(page, 'Send the code');
  expect(screen.getByText('The phone number must support 10 digits')).toBeTruthy();
});

it('a wrong code can be entered again', async () => {
  refuse('post', '/api/otp/verify', 'OTP_CODE_INVALID');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect(await screen.findByText('Invalid OTP code')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('6-digit OTP code').value).toBe('');
});

it('another code may be asked for after 60 seconds', async () => {
  server.use(getSendOtpMockHandler({ code: 'SUCCESS', otpRef: 'K7QX', otpToken: 't' }));
  const page = open();
  await givePhone(page);
  expect((await screen.findByRole('timer')).textContent).toBe('01:00');
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  server.use(getSendOtpMockHandler({ code: 'SUCCESS', otpRef: 'NEW1', otpToken: 'u' }));
  await press(page, 'Send a new code');
  expect(await screen.findByText('OTP (ref : NEW1)')).toBeTruthy();
});

it('the back button steps back and what was entered is kept', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await heading('Where should withdrawals go?');
  await press(page, 'browser back');
  await heading('Set up your profile');
  expect(screen.getByLabelText<HTMLInputElement>('Profile name').value).toBe('Somchai');
  await press(page, 'browser back');
  await heading('What is your phone number?');
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0812345678');
});

it('an invite code from a link is kept on the device, shown and sent, and cannot be changed', async () => {
  const sent = capture();
  const page = open('/register?code=PR100234');
  await givePhone(page);
  await giveCode(page);
  const invite = await screen.findByLabelText<HTMLInputElement>('Invite code');
  expect(invite.value).toBe('PR100234');
  expect(invite.readOnly).toBe(true);
  expect(window.localStorage.getItem('code')).toBe('PR100234');
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  await screen.findByText('Registration successful');
  expect(sent.mock.calls[0]?.[0].inviteCode).toBe('PR100234');
  expect(window.localStorage.getItem('code')).toBeNull();
});

it("a link's invite code that the server does not take can be changed and left out", async () => {
  const page = open('/register?code=PRnobody');
  await givePhone(page);
  await giveCode(page);
  await screen.findByLabelText('Invite code');
  refuse('post', '/api/account/validate', 'INVALID_USER_INFO');
  await giveProfile(page);
  expect((await screen.findByText(/check it or leave it empty/)).closest('[role=alert]')).toBeTruthy();
  const invite = screen.getByLabelText<HTMLInputElement>(/^Invite code/);
  expect([invite.value, invite.readOnly]).toEqual(['PRnobody', false]);
  expect(window.localStorage.getItem('code')).toBeNull();
  server.resetHandlers();
  const sent = capture();
  await page.user.clear(invite);
  await press(page, 'Continue');
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  await screen.findByText('Registration successful');
  expect(sent.mock.calls[0]?.[0].inviteCode).toBeUndefined();
});

it('an invite code kept from an earlier visit is prefilled', async () => {
  setInviteCode('PR7');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect((await screen.findByLabelText<HTMLInputElement>('Invite code')).value).toBe('PR7');
});

it("passwords that don't match are not sent", async () => {
  const asked = vi.fn();
  server.use(http.post('*/api/account/validate', asked));
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await enter(page, await screen.findByLabelText('Profile name'), 'Somchai');
  await enter(page, screen.getByLabelText('Password'), 'password1');
  await enter(page, screen.getByLabelText('Confirm password'), 'password2');
  await press(page, 'Continue');
  expect(screen.getByText("Passwords don't match")).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});

it('what the server refuses about a profile is a toast', async () => {
  refuse('post', '/api/account/validate', 'EXISTING_USER', { status: 409 });
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  expect(await screen.findByText('user number already exists')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Set up your profile' })).toBeTruthy();
});

it('KTB asks for an English name and refuses another', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await giveBank(page, /Krung Thai/);
  const first = screen.getByLabelText('First name (English)');
  await enter(page, first, 'สมชาย');
  await press(page, 'Create account');
  expect(screen.getByText('Bank account name must be in English only')).toBeTruthy();
});

it('the Thai edition recommends two banks and has no currency to choose', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  expect(await screen.findByText(/ธนาคารกสิกรไทย or ธนาคารไทยพาณิชย์/)).toBeTruthy();
  expect(screen.queryByLabelText('Wallet currency')).toBeNull();
});

it('the Laos edition takes Lao numbers, recommends no bank and lets the currency be chosen, LAK first', async () => {
  const sent = capture();
  server.use(
    getGetSiteSettingsMockHandler({
      ...getGetSiteSettingsResponseMock(),
      edition: 'laos',
      currencies: ['LAK', 'BAHT'],
      phoneRule: { pattern: '^(020[0-9]{8}|[0-9]{8,11})$', length: null },
    }),
    getListBanksMockHandler([
      { code: 'BCEL', nameTH: 'ທະນາຄານການຄ້າ', nameEN: 'BCEL', requiresLatinName: false, logo: '' },
    ]),
  );
  const page = open();
  await enter(page, await screen.findByLabelText('Phone number'), '02055512345');
  await press(page, 'Send the code');
  await giveCode(page);
  await giveProfile(page);
  expect((await screen.findByLabelText<HTMLSelectElement>('Wallet currency')).value).toBe('LAK');
  expect(screen.queryByText(/We recommend/)).toBeNull();
  await giveBank(page, /BCEL/);
  await press(page, 'Create account');
  await screen.findByText('Registration successful');
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ username: '02055512345', currency: 'LAK' });
});

it('a registration whose answer was lost is not an error the second time', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  server.use(http.post('*/api/account', () => HttpResponse.error()));
  await press(page, 'Create account');
  expect(await screen.findByRole('alert')).toBeTruthy();
  refuse('post', '/api/account', 'EXISTING_USER', { status: 409 });
  await press(page, 'Create account');
  expect(await screen.findByText('Registration successful')).toBeTruthy();
});

it('a refresh while the code is on its way keeps the number', async () => {
  const first = open();
  await givePhone(first);
  await screen.findByText('OTP (ref : K7QX)');
  first.unmount();
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('0812345678');
});

it('settings that cannot be loaded can be asked for again', async () => {
  refuse('get', '/api/lookup/registerOTP', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const page = open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await page.user.click(retry);
  expect(await heading('What is your phone number?')).toBeTruthy();
});

it('every step is accessible', async () => {
  const page = open();
  await givePhone(page);
  await screen.findByText('OTP (ref : K7QX)');
  await expectAccessible(page.container);
  await giveCode(page);
  await screen.findByLabelText('Profile name');
  await expectAccessible(page.container);
  await giveProfile(page);
  await screen.findByLabelText('Account number');
  await expectAccessible(page.container);
  await page.user.click(screen.getByRole('button', { name: /^Bank:/ }));
  await screen.findByRole('button', { name: /Kasikornbank/ });
  await expectAccessible(screen.getByRole('dialog'));
});
