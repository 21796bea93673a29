import { setupServer } from 'msw/node';
import { getKrapaoMemberPortalMock } from '../api/gen/portal.msw';

/** Answers with the contract's examples; a test says what it needs otherwise through `server.use`. */
export const server = setupServer(...getKrapaoMemberPortalMock());
