import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { initI18n, setLocale } from '../i18n';
import { dismissToast, toasts } from '../ui/toast-store';

// jsdom draws nothing; these are what components ask of a browser's layout.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;
HTMLCanvasElement.prototype.getContext = () => null;

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

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
