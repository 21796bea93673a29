import { ApiError } from '@krapao/kit/api';
import type { GameAccount, GameCredentials } from '../../api/gen/model';
import { getGameCredentials, launchGame } from '../../api/gen/portal';
import { isOpenable, type LaunchTarget } from './launch-target';

function openable(url: string | null | undefined): string {
  if (!isOpenable(url)) throw new ApiError('NO_GAME');
  return url;
}

function fieldsOf({ launch }: GameAccount, { username, password, event }: GameCredentials): Record<string, string> {
  return {
    ...event,
    [launch.usernameField ?? 'username']: username,
    [launch.passwordField ?? 'password']: password,
  };
}

/**
 * Starts a provider's game in `target` the way the provider wants it (contract, LaunchKind): by a link that logs in, by
 * a form with the credentials, or at its web address, which also serves kinds we do not know. Rejects with ApiError,
 * and NO_GAME for an address that must not be opened.
 */
export async function launch(account: GameAccount, target: LaunchTarget): Promise<void> {
  const { code, web } = account;
  const { kind, url } = account.launch;
  if (kind === 'autoLogin') {
    const { username } = await getGameCredentials(code);
    const { link } = await launchGame(code, username);
    target.go(openable(link));
  } else if (kind === 'formPost') {
    const address = openable(url);
    target.post(address, fieldsOf(account, await getGameCredentials(code)));
  } else target.go(openable(url ?? web));
}
