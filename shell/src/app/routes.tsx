import { ApiError } from '@krapao/kit/api';
import type { RemoteRoute } from '@krapao/kit/federation';
import {
  type RegisteredRemote,
  type Registry,
  type RemoteHost,
  RemoteScreen,
  type RemoteScreenProps,
} from '@krapao/kit/federation/host';
import { use } from 'react';
import { type LazyRouteFunction, type RouteObject, redirect } from 'react-router';
import { leaveSession, requireMember } from './guard';
import { MemberLayout } from './layouts/member-layout';
import { PublicLayout } from './layouts/public-layout';
import { ScreenTitleContext } from './layouts/screen-title';
import { RemoteFailure } from './remote-failure';
import { RouteFailure } from './route-failure';
import { ScreenPending } from './screen-pending';
import { bareScreens, memberScreens, publicScreens } from './screens';

/** A browser tells nothing of why an import failed: without a connection that is the reason. */
async function reached<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw navigator.onLine ? error : new ApiError('NETWORK');
  }
}

function own({ path, load }: RemoteRoute): RouteObject {
  const lazy: LazyRouteFunction<RouteObject> = async () => ({ Component: (await reached(load())).default });
  return { path, lazy, HydrateFallback: ScreenPending, ErrorBoundary: RouteFailure };
}

function ForeignScreen(screen: Pick<RemoteScreenProps, 'host' | 'name' | 'path'>) {
  return (
    <RemoteScreen
      {...screen}
      pending={<ScreenPending />}
      failed={(retry, error) => <RemoteFailure error={error} onRetry={retry} />}
      onTitle={use(ScreenTitleContext)}
    />
  );
}

function foreign(host: RemoteHost, { name, routes }: RegisteredRemote): RouteObject[] {
  return routes.map((path) => ({
    path,
    element: <ForeignScreen key={path} host={host} name={name} path={path} />,
  }));
}

/** The only router's routes: the shell's own screens, and those of the registry's remotes inside the member layout. */
export function routesOf(registry: Registry, host: RemoteHost): RouteObject[] {
  return [
    { path: '/', loader: () => redirect('/user'), HydrateFallback: ScreenPending },
    {
      Component: PublicLayout,
      ErrorBoundary: RouteFailure,
      HydrateFallback: ScreenPending,
      loader: leaveSession,
      children: publicScreens.map(own),
    },
    {
      Component: MemberLayout,
      ErrorBoundary: RouteFailure,
      HydrateFallback: ScreenPending,
      loader: requireMember,
      children: [
        { path: '/user', loader: () => redirect('/user/home') },
        ...memberScreens.map(own),
        ...registry.remotes.flatMap((remote) => foreign(host, remote)),
      ],
    },
    ...bareScreens.map(own),
  ];
}
