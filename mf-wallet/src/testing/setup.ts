import { setUpApplication } from '@krapao/kit/testing';
import { loadDialogTexts } from '../dialog-texts';
import { server } from './server';

await setUpApplication({
  name: 'mf-wallet',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['wallet', 'slip'],
  server,
});
await loadDialogTexts();
