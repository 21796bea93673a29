import { setUpApplication } from '@krapao/kit/testing';
import { server } from './server';

await setUpApplication({
  name: 'mf-spin',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['spin'],
  server,
});
