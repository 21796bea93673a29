import { languageOf, rigBonuses } from '../support/bonus.ts';
import { WITH_A_PAST } from '../support/editions.ts';
import { session } from '../support/person.ts';
import { type At, openAs } from '../support/steps.ts';
import { expect, type Locator } from '../support/test.ts';
import type { Camera } from './camera.ts';

/** The member of the film, with bonuses that are the same in every film: what an operator offers changes. */
async function begin(at: At, path: string, standing: 'LOST' | null): Promise<void> {
  await rigBonuses(at, { language: languageOf(at), standing });
  await openAs(at.page, await session(at.edition, WITH_A_PAST[at.edition]), path);
  await expect(at.page.getByRole('main')).toBeVisible();
}

async function toastsGone({ page, t }: At): Promise<void> {
  await expect(page.getByRole('region', { name: t('common:toast.region') })).toBeEmpty();
}

/** The button at the end of a dialog, which does what the dialog is for. */
const mainButton = (dialog: Locator) => dialog.getByRole('button').last();

/** How to receive a bonus. */
export async function bonus(at: At, camera: Camera): Promise<void> {
  const { page, t } = at;
  await begin(at, '/user/home', null);
  const tile = page.getByRole('main').getByRole('link', { name: t('mf-bonus:bonus.tile'), exact: true });
  await camera.scrollTo(tile);
  await camera.show('home');
  await camera.tap(tile);
  const card = page.getByRole('main').getByRole('listitem').first().getByRole('button');
  await expect(card).toBeVisible();
  await expect(page.getByRole('button', { name: t('reward:promotion.search') })).toBeVisible();
  await camera.show('code');
  await camera.show('cards', { poster: true });
  await camera.tap(card);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: t('reward:bonus.receive') })).toBeVisible();
  await camera.show('terms');
  await camera.show('receive');
  await page.route('**/api/bonus/activate/*', async (route) => {
    await rigBonuses(at, { language: languageOf(at), standing: 'OPEN' });
    return route.fulfill({ json: { _id: 'u1', isActive: true, received: [] } });
  });
  await camera.tap(mainButton(dialog));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await toastsGone(at);
  await camera.show('done');
  await camera.show('withdraw');
  await camera.show();
}

/** How to end a bonus. */
export async function bonusEnd(at: At, camera: Camera): Promise<void> {
  const { page, t } = at;
  await begin(at, '/user/bonus', 'LOST');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await camera.show('condition');
  const cancel = page.getByRole('main').getByRole('button', { name: t('reward:bonus.cancel') });
  await camera.show('numbers');
  await camera.show('tap');
  await camera.tap(cancel);
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await camera.show('cost', { poster: true });
  await camera.show('confirm');
  await page.route('**/api/bonus/clear', async (route) => {
    await rigBonuses(at, { language: languageOf(at), standing: null });
    return route.fulfill({ json: { message: 'BONUS_CLEAR' } });
  });
  await camera.tap(mainButton(question));
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: t('reward:promotion.search') })).toBeVisible();
  await toastsGone(at);
  await camera.show('ended');
  await camera.show();
  await camera.show();
}
