import { setUpApplication } from '@krapao/kit/testing';
import { server } from './server';

await setUpApplication({
  name: 'shell',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['account'],
  server,
});
