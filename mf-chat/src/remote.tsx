import { defineRemote } from '@krapao/kit/federation';
import { loadArea } from '@krapao/kit/i18n';

/** The specification's texts of the chat. */
async function withTexts<M>(piece: Promise<M>): Promise<M> {
  const [module] = await Promise.all([piece, loadArea('chat')]);
  return module;
}

export default defineRemote({
  name: 'mf-chat',
  routes: [],
  slots: [{ slot: 'chat.widget', load: () => withTexts(import('./features/conversation/chat-widget')) }],
  loadLocale: (locale) => import(`./locales/${locale}.json`),
});
