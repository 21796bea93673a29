import { useGetEnableChatWidget } from '../api/gen/portal';
import { useSite } from './use-site';

/** Whether our own chat answers; only asked where a chat backend is configured (specification 2.3). False until known. */
export function useChatWidget(): boolean {
  const configured = (useSite().data?.chatSocket ?? null) !== null;
  const { data } = useGetEnableChatWidget({ query: { staleTime: Number.POSITIVE_INFINITY, enabled: configured } });
  return configured && data?.enableChatWidget === true;
}
