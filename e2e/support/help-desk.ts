import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from './editions.ts';
import { portal } from './person.ts';

/** What the demo's help desk signs with, derived from the demo's seed as its simulated parties do (credentials.go). */
function secretOf(edition: Edition): string {
  const seed = readFileSync(join(process.env.KRAPAO_E2E_DATA ?? '', edition, 'simulator.key'), 'utf8');
  return createHmac('sha256', seed).update('secret help-desk').digest('hex').slice(0, 32);
}

/** The help desk's own count of its messages. */
let number = 0;

/** Answers in a conversation by the help desk's signed webhook, as Chatwoot calls it. Gives the status of each text. */
export async function replyByHelpDesk(edition: Edition, conversation: string, texts: string[]): Promise<number[]> {
  const server = await portal(edition);
  const statuses: number[] = [];
  for (const content of texts) {
    const body = JSON.stringify({
      event: 'message_created',
      id: ++number,
      content,
      message_type: 'outgoing',
      private: false,
      conversation: { custom_attributes: { krapao_conversation: conversation } },
    });
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secretOf(edition)).update(`${at}.${body}`).digest('hex');
    const answer = await server.post('/webhooks/help-desk', {
      data: body,
      headers: {
        'Content-Type': 'application/json',
        'X-Chatwoot-Timestamp': `${at}`,
        'X-Chatwoot-Signature': `sha256=${signature}`,
      },
    });
    statuses.push(answer.status());
  }
  await server.dispose();
  return statuses;
}
