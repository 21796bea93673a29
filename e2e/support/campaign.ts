import { randomInt } from 'node:crypto';
import type { Edition } from './editions.ts';
import { MONEY } from './money.ts';
import { put } from './operators.ts';

/** What a campaign of a test gives: a fixed amount, once, without a deposit. */
interface CampaignInput {
  kind: 'BONUS' | 'PROMOTION';
  /** In units of the edition's money. */
  fixed: number;
  percentSuccess: number;
  percentFail: number;
}

const inEvery = (words: string) => ({ en: words, th: words, la: words });

/** Opens a bonus or a promotion for every member of the edition. Gives its code, which is its name too. */
export async function openCampaign(edition: Edition, { kind, fixed, ...percents }: CampaignInput): Promise<string> {
  const { currency, unit } = MONEY[edition];
  const code = `E2E${randomInt(1e9)}`;
  await put(edition, `/operator/bonus/campaigns/${kind}/${code}`, {
    currency,
    name: inEvery(code),
    description: inEvery('<p>Into your wallet <b>at once</b>.</p>'),
    banners: [],
    type: 'limit',
    maxReceived: 1,
    percent: 0,
    cap: 0,
    fixed: fixed * unit,
    minDeposit: 0,
    quota: 10,
    ...percents,
    position: 1,
    isOpen: true,
    openFrom: new Date(Date.now() - 60_000).toISOString(),
  });
  return code;
}
