export { ApiError, type ClientCode, errorCode, isUnanswered } from './api-error';
export { forgetIntent, type KeyedMutationInput, type KeyedState, useKeyedMutation } from './keyed-mutation';
export { createQueryClient } from './query-client';
export { REQUEST_TIMEOUT_MS, type RequestOptions, request } from './request';
export { serverNow } from './server-clock';
