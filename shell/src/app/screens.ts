import type { RemoteRoute } from '@krapao/kit/federation';

/** The shell's own screens that anyone may open, inside the public layout. */
export const publicScreens: RemoteRoute[] = [
  { path: '/login', load: () => import('../features/login/login-page') },
  { path: '/register', load: () => import('../features/registration/registration-page') },
  { path: '/howto', load: () => import('../features/help/help-page') },
  { path: '/contact', load: () => import('../features/contact/contact-page') },
];

/** The shell's own screens for members, inside the member layout. */
export const memberScreens: RemoteRoute[] = [
  { path: '/user/profile', load: () => import('../features/profile/profile-page') },
  { path: '/user/contact', load: () => import('../features/contact/member-contact-page') },
];

/** The shell's own screens that stand alone. */
export const bareScreens: RemoteRoute[] = [
  { path: '/terminated', load: () => import('../features/terminated/terminated-page') },
  { path: '*', load: () => import('../features/not-found/not-found-page') },
];
