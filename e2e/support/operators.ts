import type { Edition } from './editions.ts';
import { decide, operatorSession, secondOperator } from './money.ts';
import { type APIRequestContext, expect } from './test.ts';

const approvers: Partial<Record<Edition, Promise<APIRequestContext>>> = {};

/** Writes as one operator, and approves as another where two are asked. */
export async function put(edition: Edition, path: string, data: object): Promise<void> {
  const answer = await (await operatorSession(edition)).put(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  if (answer.status() !== 202) return;
  const { id } = (await answer.json()) as { id: string };
  approvers[edition] ??= secondOperator(edition);
  await decide(await approvers[edition], `/operator/approvals/${id}/approve`);
}
