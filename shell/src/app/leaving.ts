import { errorText } from '@krapao/kit/i18n';
import type { ForcedExit } from '@krapao/kit/session';
import { toast } from '@krapao/kit/ui/toast';
import type { QueryClient } from '@tanstack/react-query';

/**
 * How a forced exit leaves (specification 4.1): nothing of the member stays behind, and nobody is thrown out without a
 * word.
 */
export function leaving(queryClient: QueryClient, navigate: (to: string, options: { replace: true }) => unknown) {
  return (exit: ForcedExit, code: string): void => {
    queryClient.clear();
    if (exit === 'login') toast.error(errorText(code));
    void navigate(exit === 'login' ? '/login' : '/terminated', { replace: true });
  };
}
