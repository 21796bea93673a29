import { errorText, plainText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';

/** Whether the phone has a share sheet for the page. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the phone's share sheet. A member who closes it has shared nothing, which is no failure. */
export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share({ ...data, text: plainText(data.text ?? '') });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') toast.error(errorText(error));
  }
}
