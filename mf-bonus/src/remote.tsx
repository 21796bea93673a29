import { defineRemote } from '@krapao/kit/federation';
import { loadArea } from '@krapao/kit/i18n';

/** The specification's texts of bonuses, which the tiles do not show. */
async function withTexts<M>(screen: Promise<M>): Promise<M> {
  const [module] = await Promise.all([screen, loadArea('reward')]);
  return module;
}

export default defineRemote({
  name: 'mf-bonus',
  routes: [{ path: '/user/bonus', title: 'bonus.title', load: () => withTexts(import('./features/bonus/bonus-page')) }],
  slots: [
    { slot: 'home.receiveInvite', load: () => import('./features/invite/receive-button') },
    { slot: 'bonus.promotion', load: () => withTexts(import('./features/promotion/promotion-entry')) },
    { slot: 'bonus.offer', load: () => import('./features/bonus/bonus-dialog') },
    { slot: 'bonus.end', load: () => import('./features/bonus/end-dialog') },
    { slot: 'bonus.invite', load: () => withTexts(import('./features/invite/invite-dialog')) },
    { slot: 'bonus.receiveInvite', load: () => withTexts(import('./features/invite/receive-dialog')) },
    { slot: 'bonus.refund', load: () => withTexts(import('./features/refund/refund-dialog')) },
    { slot: 'bonus.gameResults', load: () => import('./features/game-result/game-results') },
    { slot: 'withdraw.blockers', load: () => withTexts(import('./features/blocker/blocker-dialog')) },
  ],
  tiles: [
    { tile: 'home.bonus', icon: 'gift', label: 'bonus.tile', to: '/user/bonus' },
    { tile: 'home.invite', icon: 'user-round-plus', label: 'invite.title', opens: 'bonus.invite' },
    { tile: 'home.refund', icon: 'hand-coins', label: 'refund.title', opens: 'bonus.refund' },
  ],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
