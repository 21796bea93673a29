export { type ForcedExit, forcedExitOf, forceExit, registerForcedExit } from './forced-exit';
export { endIntent, type Intent, keepIntent, readIntent } from './intents';
export { randomId } from './random-id';
export {
  clearSession,
  getLastSync,
  setLastSync,
  setToken,
  subscribeSession,
  tabStore,
  useLastSync,
  useToken,
} from './session';
export { getToken } from './token';
export { forgetGuestId, getGuestId, getInviteCode, keepGuestId, setInviteCode } from './visitor';
