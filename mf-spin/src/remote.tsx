import { defineRemote } from '@krapao/kit/federation';
import { loadArea } from '@krapao/kit/i18n';

/** The specification's texts of the wheel, which its tile does not show. */
async function withTexts<M>(screen: Promise<M>): Promise<M> {
  const [module] = await Promise.all([screen, loadArea('spin')]);
  return module;
}

export default defineRemote({
  name: 'mf-spin',
  routes: [
    { path: '/user/spin', title: 'wheel.title', load: () => withTexts(import('./features/wheel/spin-page')) },
    { path: '/user/spin/history', title: 'history.title', load: () => import('./features/history/history-page') },
    { path: '/user/spin/check', title: 'check.title', load: () => import('./features/history/check-page') },
  ],
  slots: [{ slot: 'spin.coupons', load: () => withTexts(import('./features/coupon/coupons')) }],
  tiles: [
    {
      tile: 'home.spin',
      icon: 'loader-pinwheel',
      label: 'wheel.tile',
      detail: 'wheel.coins',
      count: 'coin',
      when: 'hasWheel',
      to: '/user/spin',
    },
  ],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
