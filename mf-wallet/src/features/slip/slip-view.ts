import { ApiError } from '@krapao/kit/api';
import { getSlipReference } from '../../api/gen/portal';

/** The browser, for tests to stand in. */
export const page = {
  openTab: (): Window | null => window.open('', '_blank'),
  go: (url: string): void => window.location.assign(url),
};

/** A slip's address as it may be opened: a page, never a script. Throws NO_DATA otherwise. */
export function addressOf(text: string): string {
  try {
    const url = new URL(text, window.location.origin);
    if (/^https?:$/.test(url.protocol)) return url.href;
  } catch {
    // Not an address: refused below.
  }
  throw new ApiError('NO_DATA');
}

/**
 * Opens the image of a slip without a link of its own. The tab is opened within the tap, since one that opens after an
 * answer is a blocked pop-up; where none can be had, this page goes there. Nothing opens once `left` is aborted.
 */
export async function viewByReference(reference: string, left: AbortSignal): Promise<void> {
  const tab = page.openTab();
  try {
    const { url } = await getSlipReference(reference);
    const address = addressOf(url);
    if (left.aborted) {
      tab?.close();
      return;
    }
    if (!tab) {
      page.go(address);
      return;
    }
    tab.opener = null;
    tab.location.replace(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
