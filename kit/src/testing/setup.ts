import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { initI18n, setLocale } from '../i18n';
import { dismissToast, toasts } from '../ui/toast-store';

// jsdom draws nothing; these are what components ask of a browser's layout.
class Observer {
  private readonly tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.tell = tell;
  }
  /** A browser tells the first size unasked. */
  observe() {
    this.tell([], this);
  }
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer;
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;
HTMLCanvasElement.prototype.getContext = () => null;

// A busy machine is slow, not wrong: so long is waited for what a test expects, in milliseconds.
const WAIT_MS = 15_000;
configure({ asyncUtilTimeout: WAIT_MS });
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: WAIT_MS, ...(typeof options === 'number' ? { timeout: options } : options) });
// A whole journey waits more than once.
vi.setConfig({ testTimeout: 4 * WAIT_MS, hookTimeout: 4 * WAIT_MS });

await initI18n({ locale: 'en' });

beforeEach(async () => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  await setLocale('en');
});

afterEach(() => {
  cleanup();
  // Toasts outlive their screen: the next test must not read those of the last.
  for (const { id } of toasts()) dismissToast(id);
});
