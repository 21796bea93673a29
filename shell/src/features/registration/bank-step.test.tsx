import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  getGetSiteSettingsMockHandler,
  getGetSiteSettingsResponseMock,
  getListBanksMockHandler,
} from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import { enter, giveCode, givePhone, press } from '../../testing/wizard';
import { capture, giveBank, giveProfile, open } from './testing/walk';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

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
