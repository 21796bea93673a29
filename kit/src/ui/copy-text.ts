import { plainText } from '../i18n';

/**
 * Copies to the clipboard and tells whether it worked. Without the Clipboard API (plain HTTP, some in-app browsers) it
 * copies from an input beside `near`, inside the same dialog, so that the focus stays where the dialog wants it.
 */
export async function copyText(shown: string, near: HTMLElement = document.body): Promise<boolean> {
  const text = plainText(shown);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near.parentElement ?? near);
  }
}

function copySelected(text: string, place: HTMLElement): boolean {
  const focused = document.activeElement;
  const input = document.createElement('textarea');
  input.value = text;
  input.readOnly = true;
  input.style.position = 'fixed';
  input.style.opacity = '0';
  input.style.fontSize = '16px';
  place.append(input);
  try {
    input.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    input.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
