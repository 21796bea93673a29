import { defineRemote } from '@krapao/kit/federation';

export default defineRemote({
  name: 'mf-wallet',
  routes: [
    { path: '/user/home', load: () => import('./features/home/home-page') },
    { path: '/user/statement', load: () => import('./features/statement/statement-page') },
  ],
  slots: [{ slot: 'wallet.deposit', load: () => import('./features/deposit/deposit-dialog') }],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
