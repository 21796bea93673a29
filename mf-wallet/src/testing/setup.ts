import { setUpApplication } from '@krapao/kit/testing';
import { server } from './server';

await setUpApplication({
  name: 'mf-wallet',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['wallet', 'slip'],
  server,
});
