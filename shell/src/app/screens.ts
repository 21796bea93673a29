import type { RemoteRoute, ScreenModule } from '@krapao/kit/federation';
import { loadArea, type TextArea, type TextKey } from '@krapao/kit/i18n';

/** A screen together with texts of the kit that it shows. */
async function withTexts(area: TextArea, screen: Promise<ScreenModule>): Promise<ScreenModule> {
  const [loaded] = await Promise.all([screen, loadArea(area)]);
  return loaded;
}

/** The shell's own screens that anyone may open, inside the public layout. */
export const publicScreens: RemoteRoute<TextKey<'shell'>>[] = [
  { path: '/login', title: 'login.submit', load: () => import('../features/login/login-page') },
  { path: '/register', title: 'register.title', load: () => import('../features/registration/registration-page') },
  { path: '/forgot', title: 'reset.title', load: () => import('../features/reset/reset-page') },
  { path: '/howto', title: 'help.title', load: () => import('../features/help/help-page') },
  { path: '/contact', title: 'contact.title', load: () => import('../features/contact/contact-page') },
];

/** The shell's own screens for members, inside the member layout. */
export const memberScreens: RemoteRoute<TextKey<'shell'>>[] = [
  {
    path: '/user/profile',
    title: 'profile.title',
    load: () => withTexts('account', import('../features/profile/profile-page')),
  },
  { path: '/user/contact', title: 'contact.title', load: () => import('../features/contact/member-contact-page') },
];

/** The shell's own screens that stand alone. */
export const bareScreens: RemoteRoute<TextKey<'shell'>>[] = [
  { path: '/terminated', load: () => import('../features/terminated/terminated-page') },
  { path: '*', load: () => import('../features/not-found/not-found-page') },
];

/** The name of one of the shell's own screens inside a layout, as a key of our texts; undefined for a remote's. */
export function titleOf(path: string): string | undefined {
  const title = [...publicScreens, ...memberScreens].find((screen) => screen.path === path)?.title;
  return title && `shell:${title}`;
}
