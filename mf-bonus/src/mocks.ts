import { setupWorker } from 'msw/browser';
import { getKrapaoMemberPortalMock } from './api/gen/portal.msw';

/** Answers this application's calls with the contract's examples; the sandbox starts it, nothing else does. */
export const start = () =>
  setupWorker(...getKrapaoMemberPortalMock()).start({ onUnhandledFrame: 'bypass', quiet: true });
