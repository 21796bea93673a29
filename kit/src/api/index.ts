export { ApiError, type ClientCode, errorCode, isUnanswered, isUnknownEnd } from './api-error';
export { useEarlyAnswer } from './early-answer';
export { forgetIntent, type KeyedMutationInput, type KeyedState, useKeyedMutation } from './keyed-mutation';
export { createQueryClient } from './query-client';
export { type Read, type RefreshTarget, readKey, useRefresh } from './refresh';
export { REQUEST_TIMEOUT_MS, type RequestOptions, request } from './request';
export { serverNow } from './server-clock';
export { useOnline } from './use-online';
