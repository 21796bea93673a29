import { defineRemote } from '@krapao/kit/federation';

export default defineRemote({
  name: 'mf-spin',
  routes: [{ path: '/user/spin', title: 'wheel.title', load: () => import('./features/wheel/spin-page') }],
  slots: [{ slot: 'home.spin', load: () => import('./features/wheel/spin-tile') }],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
