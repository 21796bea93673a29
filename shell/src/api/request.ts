// The generated client goes through the one request function that the shell provides to every application.
export { request } from '@krapao/kit/api';
