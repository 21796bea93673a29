import { ApiError, type RequestOptions } from '@krapao/kit/api';
import { logOut } from '../api/gen/portal';

/** The server has 5 s to answer a logout, which is sent also when the page is closed meanwhile. */
const OPTIONS: RequestOptions = { timeoutMs: 5000, keepalive: true };

/**
 * Has the server end the present session. The token is read at once: the caller forgets it without waiting for the
 * answer. Resolves to whether the session is known to be over.
 */
export async function endSession(): Promise<boolean> {
  try {
    await logOut(OPTIONS);
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}
