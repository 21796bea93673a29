import { setUpApplication } from '@krapao/kit/testing';
import { server } from './server';

await setUpApplication({
  name: 'mf-bonus',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['reward'],
  server,
});
