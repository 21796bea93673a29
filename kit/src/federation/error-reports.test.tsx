import { act, cleanup } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import { RemoteBoundary } from './boundary';
import { type ErrorReport, ErrorReports } from './error-reports';

const registry = {
  edition: 'thai' as const,
  remotes: [{ name: 'mf-spin', version: '7', entry: '/mf/mf-spin/7/remoteEntry.js', routes: [], slots: [] }],
};

function setup() {
  const sent: ErrorReport[] = [];
  let now = 0;
  const reports = new ErrorReports({
    registry,
    route: () => '/user/spin',
    send: (report) => sent.push(report),
    now: () => now,
  });
  return { sent, reports, wait: (ms: number) => (now += ms) };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new TypeError('the member 0812345678 has no wheel');
}

test('what a boundary caught is reported with its remote, version, route and name, and nothing else', async () => {
  const { sent, reports } = setup();
  const root = createRoot(document.createElement('div'), { onCaughtError: reports.caught });
  await act(async () =>
    root.render(
      <RemoteBoundary remote="mf-spin" failed={() => null}>
        <Broken />
      </RemoteBoundary>,
    ),
  );
  expect(sent).toEqual([{ remote: 'mf-spin', version: '7', route: '/user/spin', error: 'TypeError' }]);
});

test("what nobody awaited is known by the code that threw, and is the shell's otherwise", () => {
  const { sent, reports } = setup();
  const leave = reports.listen();
  const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const foreign = new RangeError('x');
  foreign.stack = 'RangeError: x\n    at https://wallet.example/mf/mf-chat/3.1.0-ab/assets/panel.js:1:2';
  reject(foreign);
  reject('a text of the member');
  leave();
  reject(new Error('later'));
  expect(sent).toEqual([
    { remote: 'mf-chat', version: '3.1.0-ab', route: '/user/spin', error: 'RangeError' },
    { remote: 'shell', version: '', route: '/user/spin', error: 'string' },
  ]);
});

test('the same is reported once a minute, and five in all', () => {
  const { sent, reports, wait } = setup();
  const named = (name: string) => Object.assign(new Error('x'), { name });
  for (let nth = 0; nth < 20; nth += 1) reports.caught(named('Same'));
  expect(sent).toHaveLength(1);
  for (let nth = 0; nth < 20; nth += 1) reports.caught(named(`E${nth}`));
  expect(sent).toHaveLength(5);
  wait(60_000);
  reports.caught(named('Same'));
  expect(sent).toHaveLength(6);
});

test("the member's connection and what was ended on purpose are not reported", () => {
  const { sent, reports } = setup();
  reports.caught(new ApiError('NETWORK'));
  reports.caught(new DOMException('', 'AbortError'));
  expect(sent).toEqual([]);
  reports.caught(new ApiError('TIMEOUT'));
  expect(sent.map(({ error }) => error)).toEqual(['TIMEOUT']);
});
