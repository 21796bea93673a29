import { useGetEnableChatWidget } from '../api/gen/portal';

/** Whether our own chat answers, which the operator decides (specification 2.3). False until known. */
export function useChatWidget(): boolean {
  return useGetEnableChatWidget({ query: { staleTime: Number.POSITIVE_INFINITY } }).data?.enableChatWidget === true;
}
