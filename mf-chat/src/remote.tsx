import { defineRemote } from '@krapao/kit/federation';

export default defineRemote({
  name: 'mf-chat',
  routes: [],
  slots: [{ slot: 'chat.widget', load: () => import('./features/conversation/chat-widget') }],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
