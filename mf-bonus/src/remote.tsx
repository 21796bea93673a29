import { defineRemote } from '@krapao/kit/federation';

export default defineRemote({
  name: 'mf-bonus',
  routes: [{ path: '/user/bonus', title: 'bonus.title', load: () => import('./features/bonus/bonus-page') }],
  slots: [
    { slot: 'home.bonus', load: () => import('./features/bonus/bonus-tile') },
    { slot: 'home.invite', load: () => import('./features/invite/invite-tile') },
    { slot: 'home.refund', load: () => import('./features/refund/refund-tile') },
  ],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
