import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { completeContract, runTool, workspace } from './fixture.mjs';
import { formsOf, hookOf, isCalled, wordsOf } from './used.mjs';

/** A workspace whose one application has these sources. */
function application(t, sources) {
  const { dir, write } = workspace(t);
  for (const [file, source] of Object.entries(sources)) write(`mf-a/src/${file}`, source);
  return { openapi: join(dir, 'openapi'), write, words: wordsOf(dir, 'mf-a') };
}

test('a bundle with a call that its application does not make is refused', (t) => {
  const { openapi, write } = application(t, {
    'screen.tsx': 'useAddToWallet();',
    'api/gen/portal.ts': 'export const readChat = 1;',
  });
  write('openapi/bundles.json', JSON.stringify({ 'mf-a': { operations: ['addToWallet'] } }));
  assert.equal(runTool('calls.mjs', openapi).output, '');
  write('openapi/bundles.json', JSON.stringify({ 'mf-a': { operations: ['addToWallet', 'readChat'] } }));
  const { status, output } = runTool('calls.mjs', openapi);
  assert.equal(status, 1);
  assert.match(output, /mf-a does not call readChat/);
});

test('a hook, its key and its options count as its use, the plain call does not', (t) => {
  const { words } = application(t, { 'a.ts': 'useReadChat(); getAddToWalletQueryKey(); activateAccount();' });
  assert.deepEqual(
    ['readChat', 'addToWallet', 'activateAccount', 'other'].map((name) => [hookOf(name, words), isCalled(name, words)]),
    [
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ],
  );
});

test('forms are those of which a schema or a bound is imported', (t) => {
  const { words } = application(t, { 'a.ts': "import { addToWalletBodyNoteMax } from './api/gen/forms';" });
  assert.deepEqual([...formsOf(completeContract(), words)], ['addToWallet']);
  assert.deepEqual(
    [...formsOf(completeContract(), application(t, { 'a.ts': 'AddToWalletBody' }).words)],
    ['addToWallet'],
  );
});
