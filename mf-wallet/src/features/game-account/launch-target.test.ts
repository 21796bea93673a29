import { afterEach, expect, test, vi } from 'vitest';
import { isOpenable, openTarget, page } from './launch-target';

afterEach(() => {
  document.body.replaceChildren();
});

/** A tab as the browser gives it: empty, ours, and able to reach back until that is taken away. */
function aTab() {
  const tab = {
    document: document.implementation.createHTMLDocument(),
    opener: window as unknown,
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
  vi.spyOn(page, 'openTab').mockReturnValue(tab as unknown as Window);
  return tab;
}

/** Every form that was sent: where to, how, and with what. */
function sentForms() {
  const sent: { action: string; method: string; fields: Record<string, string>; inside: Document }[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = Object.fromEntries([...this.querySelectorAll('input')].map(({ name, value }) => [name, value]));
    sent.push({ action: this.action, method: this.method, fields, inside: this.ownerDocument });
  });
  return sent;
}

test('the tab opens at once and says what it waits for; the game cannot reach back', () => {
  const tab = aTab();
  const target = openTarget(true, 'Opening Demo Slot…');
  expect(tab.document.body.textContent).toBe('Opening Demo Slot…');
  target.go('https://play.example/?session=1');
  expect(tab.location.replace).toHaveBeenCalledWith('https://play.example/?session=1');
  expect(tab.opener).toBeNull();
});

test('a form is posted out of the new tab, with every field, and a field called submit harms nothing', () => {
  const tab = aTab();
  const sent = sentForms();
  openTarget(true, '…').post('https://game.example/signin', { submit: 'x', username: 'kp1', __VIEWSTATE: 'dDw=' });
  expect(sent).toEqual([
    {
      action: 'https://game.example/signin',
      method: 'post',
      fields: { submit: 'x', username: 'kp1', __VIEWSTATE: 'dDw=' },
      inside: tab.document,
    },
  ]);
  expect(tab.document.querySelector('form')).toBeNull();
});

test('a game that does not open takes its tab away', () => {
  const tab = aTab();
  openTarget(true, '…').drop();
  expect(tab.close).toHaveBeenCalledOnce();
});

test.each([
  ['the setting says so', false],
  ['no tab can be had', true],
])('the game opens in this page when %s', (_, inNewTab) => {
  vi.spyOn(page, 'openTab').mockReturnValue(null);
  const go = vi.spyOn(page, 'go').mockReturnValue(undefined);
  const sent = sentForms();
  openTarget(inNewTab, '…').go('https://play.example/');
  expect(go).toHaveBeenCalledWith('https://play.example/');
  openTarget(inNewTab, '…').post('https://game.example/signin', { username: 'kp1' });
  expect(sent[0]?.inside).toBe(document);
});

test.each([
  ['https://play.example/x?y=1', true],
  ['http://127.0.0.1:9090/play', true],
  ['http://localhost:9090/play', true],
  ['http://play.example/', false],
  ['http://127.0.0.1.evil.example/', false],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//evil.example/', false],
  ['/user/home', false],
  ['', false],
  [null, false],
])('%s may be opened: %s', (url, openable) => {
  expect(isOpenable(url)).toBe(openable);
});
