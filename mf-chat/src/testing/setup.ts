import { setUpApplication } from '@krapao/kit/testing';
import { server } from './server';

await setUpApplication({
  name: 'mf-chat',
  texts: (locale) => import(`../locales/${locale}.json`),
  areas: ['chat'],
  server,
});
