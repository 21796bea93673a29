import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { fromNewAddress } from './address.ts';
import { EDITIONS, type Edition } from './editions.ts';

/** Somebody who is or becomes a member. */
export interface Person {
  phone: string;
  password: string;
  name: string;
  bank: string;
  accountNo: string;
  firstName: string;
  lastName: string;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const letters = (count: number) => Array.from({ length: count }, () => 'BCDFGHJKLMNPRSTV'[randomInt(16)]).join('');

/** A person whom the edition does not know yet. */
export function somebody(edition: Edition): Person {
  return {
    phone: edition === 'laos' ? `0205${digits(7)}` : `08${digits(8)}`,
    password: `secret-${digits(6)}`,
    name: 'Nok',
    bank: edition === 'laos' ? 'BCEL' : 'SCB',
    accountNo: `4${digits(9)}`,
    firstName: 'NOK',
    // A slip shows four digits of an account: two payers of one name whose digits are alike go to an operator.
    lastName: `SUK${letters(6)}`,
  };
}

/** Talks to a portal as a browser of its own does. */
export async function portal(edition: Edition, token?: string): Promise<APIRequestContext> {
  return request.newContext({
    baseURL: EDITIONS[edition].portal,
    extraHTTPHeaders: {
      ...fromNewAddress(),
      'X-Requested-With': 'wallet-user',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  });
}

async function post<T>(at: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await at.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/**
 * A new member, made through the portal's calls, for tests that are about something else. The currency is of the Laos
 * edition only, which has two.
 */
export async function newMember(edition: Edition, currency: 'LAK' | 'BAHT' = 'LAK'): Promise<Person> {
  const person = somebody(edition);
  const at = await portal(edition);
  const { otpToken } = await post<{ otpToken: string }>(at, '/api/otp/send', { phoneNumber: person.phone });
  let otpCode: string | undefined;
  await expect(async () => {
    const messages = await at.get(`${EDITIONS[edition].parties}/sms/messages?phone=${person.phone}`);
    otpCode = ((await messages.json()) as { otp: string }[])[0]?.otp;
    expect(otpCode).toBeTruthy();
  }).toPass();
  await post(at, '/api/otp/verify', { otpToken, otpCode });
  await post(at, '/api/account', {
    name: person.name,
    username: person.phone,
    password: person.password,
    bankCode: person.bank,
    bankAccountName: `${person.firstName} ${person.lastName}`,
    bankAccountNo: person.accountNo,
    ...(edition === 'laos' && { currency }),
  });
  await at.dispose();
  return person;
}

/** Opens a session and accepts the agreement, so that its dialog does not come over the screen. Gives the token. */
export async function session(edition: Edition, person: Pick<Person, 'phone' | 'password'>): Promise<string> {
  const visitor = await portal(edition);
  const { token } = await post<{ token: string }>(visitor, '/api/login', {
    username: person.phone,
    password: person.password,
    isRemember: false,
  });
  await visitor.dispose();
  const member = await portal(edition, token);
  const { version } = (await (await member.get('/api/lookup/agreements')).json()) as { version: string };
  await post(member, '/api/account/agreement', { version });
  await member.dispose();
  return token;
}
