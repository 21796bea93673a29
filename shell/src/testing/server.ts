import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { getKrapaoMemberPortalMock } from '../api/gen/portal.msw';

/** Answers every call of the shell as the contract's examples say. */
export const server = setupServer(...getKrapaoMemberPortalMock());

/** Makes a call fail with a code of the catalogue until the test ends. */
export function refuse(
  method: 'get' | 'post' | 'put',
  path: string,
  code: string,
  init: ResponseInit = { status: 400 },
): void {
  server.use(http[method](`*${path}`, () => HttpResponse.json({ message: code }, init)));
}
