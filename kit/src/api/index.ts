export { ApiError, type ClientCode, errorCode, isUnanswered } from './api-error';
export { createQueryClient } from './query-client';
export { newIdempotencyKey, REQUEST_TIMEOUT_MS, type RequestOptions, request } from './request';
export { serverNow } from './server-clock';
