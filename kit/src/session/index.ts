export { type ForcedExit, forcedExitOf, forceExit, registerForcedExit } from './forced-exit';
export { endIntent, type Intent, keepIntent, readIntent } from './intents';
export { randomId } from './random-id';
export {
  clearSession,
  getAcceptedAgreement,
  getLastSync,
  getToken,
  setAcceptedAgreement,
  setLastSync,
  setToken,
  subscribeSession,
  tabStore,
  useLastSync,
  useToken,
} from './session';
export { getInviteCode, setInviteCode } from './visitor';
