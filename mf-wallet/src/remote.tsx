import { defineRemote } from '@krapao/kit/federation';
import { loadArea, type TextArea } from '@krapao/kit/i18n';
import { loadDialogTexts } from './dialog-texts';

/** The specification's texts of some areas, beside our own that home has. */
async function withAreas<M>(screen: Promise<M>, ...areas: TextArea[]): Promise<M> {
  const [module] = await Promise.all([screen, ...areas.map(loadArea)]);
  return module;
}

/** The texts of the dialogs, our own and the specification's, which are not worth waiting for on home. */
async function withTexts<M>(dialog: Promise<M>, ...areas: TextArea[]): Promise<M> {
  const [module] = await Promise.all([withAreas(dialog, 'wallet', ...areas), loadDialogTexts()]);
  return module;
}

export default defineRemote({
  name: 'mf-wallet',
  routes: [
    { path: '/user/home', title: 'home.title', load: () => import('./features/home/home-page') },
    {
      path: '/user/statement',
      title: 'statement.title',
      load: () => withAreas(import('./features/statement/statement-page'), 'slip'),
    },
  ],
  slots: [
    { slot: 'wallet.deposit', load: () => withTexts(import('./features/deposit/deposit-dialog'), 'slip') },
    { slot: 'wallet.deposits', load: () => withTexts(import('./features/deposit/list/deposit-list-dialog'), 'slip') },
    { slot: 'wallet.slip', load: () => withTexts(import('./features/slip/slip-dialog'), 'slip') },
    { slot: 'wallet.withdraw', load: () => withTexts(import('./features/withdraw/withdraw-dialog')) },
    { slot: 'wallet.withdrawals', load: () => withTexts(import('./features/withdraw/withdrawal-list-dialog')) },
    { slot: 'wallet.transfer', load: () => withTexts(import('./features/transfer/transfer-dialog')) },
    { slot: 'wallet.game', load: () => withTexts(import('./features/game-account/game-dialog')) },
  ],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
