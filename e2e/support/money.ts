import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { EDITIONS, type Edition } from './editions.ts';
import { newMember, type Person, portal, session } from './person.ts';
import { openAs } from './steps.ts';
import type { Page } from './test.ts';

/**
 * What a member of an edition has: in `unit`s an amount is a plain one there. `account` is one that the deposit dialog
 * lists.
 */
export const MONEY = {
  thai: { currency: 'BAHT', unit: 1, stake: 10, account: { toBankCode: 'SCB', toAccountNo: '4051112223' } },
  laos: { currency: 'LAK', unit: 1_000, stake: 5_000, account: { toBankCode: 'BCEL', toAccountNo: '1601100001234' } },
} as const;

/** An amount as screens show it. */
export const grouped = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });

/** Does something at a party as somebody outside does: a payer, a player, who switches a fault. */
export async function tell<T = unknown>(edition: Edition, path: string, data: object): Promise<T> {
  const party = await request.newContext({ baseURL: EDITIONS[edition].parties });
  const answer = await party.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  const told = (await answer.json()) as T;
  await party.dispose();
  return told;
}

/** The member's own bank account as a payer, to an account of the house. */
export function transferBy(
  edition: Edition,
  person: Person,
  amount: number,
  account: { toBankCode: string; toAccountNo: string } = MONEY[edition].account,
) {
  const { currency } = MONEY[edition];
  return {
    ...account,
    amount,
    currency,
    fromBankCode: person.bank,
    fromAccountNo: person.accountNo,
    fromAccountName: `${person.firstName} ${person.lastName}`,
  };
}

interface Slot {
  code: string;
  amount: number;
  isActive: boolean;
}

/** The wallet as the portal tells it. */
export async function walletOf(member: APIRequestContext): Promise<{ main: number; games: Record<string, number> }> {
  const answer = await member.get('/api/wallet');
  expect(answer.ok(), `the wallet: ${answer.status()}`).toBe(true);
  const { wallet, slots } = (await answer.json()) as { wallet: { amount: number }; slots: Slot[] };
  const open = slots.filter(({ isActive }) => isActive);
  return { main: wallet.amount, games: Object.fromEntries(open.map(({ code, amount }) => [code, amount])) };
}

/** A member with money, and calls in their name from another device. */
export interface Wealthy {
  person: Person;
  token: string;
  member: APIRequestContext;
}

/** Makes a member whose bank transfer of `amount` is in the wallet. */
export async function wealthy(edition: Edition, amount: number): Promise<Wealthy> {
  const person = await newMember(edition);
  const token = await session(edition, person);
  const member = await portal(edition, token);
  if (amount > 0) await tell(edition, '/bank/transfers', transferBy(edition, person, amount));
  await expect(async () => expect((await walletOf(member)).main).toBe(amount)).toPass({ timeout: 60_000 });
  return { person, token, member };
}

/** The same, with home open before them. */
export async function openWealthy(page: Page, edition: Edition, amount: number): Promise<Wealthy> {
  const made = await wealthy(edition, amount);
  await openAs(page, made.token, '/user/home');
  return made;
}

/** Opens the member's account at a game provider, and brings money in. */
export async function hasGame(member: APIRequestContext, code: string, amount = 0): Promise<void> {
  expect((await member.post(`/api/wallet/activate/${code}`)).ok(), `opening ${code}`).toBe(true);
  if (amount === 0) return;
  const answer = await member.post('/api/wallet/transfer', { data: { from: 'WALLET', to: code, amount } });
  expect(answer.status(), await answer.text()).toBe(200);
}

const operatorSessions = new Map<string, APIRequestContext>();

/** The back office as an operator has it, on its own listener. */
export async function operatorSession(edition: Edition, username = 'demo', password = 'krapao-demo-operator') {
  const known = operatorSessions.get(`${edition} ${username}`);
  if (known) return known;
  const baseURL = `http://127.0.0.1:${EDITIONS[edition].port + 1}`;
  const door = await request.newContext({ baseURL });
  const answer = await door.post('/operator/login', { data: { username, password } });
  expect(answer.ok(), `operator login: ${answer.status()} ${await answer.text()}`).toBe(true);
  const { token } = (await answer.json()) as { token: string };
  await door.dispose();
  const operator = await request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  operatorSessions.set(`${edition} ${username}`, operator);
  return operator;
}

/** A second operator, made on the server as the first one was. */
export async function secondOperator(edition: Edition): Promise<APIRequestContext> {
  const root = resolve(import.meta.dirname, '..', '..');
  const [username, password] = [`second-${randomInt(1e9)}`, 'the second of two'];
  execFileSync(join(root, 'bin', 'krapao'), ['operator', 'create', username, '--embedded', '--by', 'e2e'], {
    cwd: root,
    input: `${password}\n`,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, KRAPAO_DATA_DIR: join(process.env.KRAPAO_E2E_DATA ?? '', edition) },
  });
  return operatorSession(edition, username, password);
}

/** A call of the back office that must go well. */
export async function decide<T>(operator: APIRequestContext, path: string, data?: object): Promise<T> {
  const answer = await operator.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}
