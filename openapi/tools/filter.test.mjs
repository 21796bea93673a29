import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readYaml } from './contracts.mjs';
import { completeContract, runTool, workspace } from './fixture.mjs';

function filtered(t, bundles, portal = completeContract()) {
  const { dir, write } = workspace(t);
  write('dist/portal.yaml', portal);
  write('dist/forgotten.yaml', {});
  write('bundles.json', JSON.stringify(bundles));
  return { ...runTool('filter.mjs', dir), dir, read: (app) => readYaml(join(dir, `dist/${app}.yaml`)) };
}

test('a bundle holds the operations that are named', (t) => {
  const { read, output } = filtered(t, { chat: { operations: ['readChat', 'addToWallet'] } });
  assert.equal(output, '');
  assert.deepEqual(Object.keys(read('chat').paths), ['/wallet', '/chat']);
  assert.deepEqual(
    read('chat').tags.map(({ name }) => name),
    ['wallet', 'chat'],
  );
});

test('state-changing GETs are left out, their POST twins stay', (t) => {
  const { read } = filtered(t, { wallet: { operations: ['addToWallet', 'activateAccountByGet', 'activateAccount'] } });
  assert.deepEqual(Object.keys(read('wallet').paths['/activate/{code}']), ['parameters', 'post']);
});

test('of two successes with the same body one stays', (t) => {
  const portal = completeContract();
  const { responses } = portal.paths['/wallet'].get ?? portal.paths['/wallet'].post;
  responses['202'] = structuredClone(responses['200']);
  const { read } = filtered(
    t,
    { wallet: { operations: ['addToWallet', 'activateAccountByGet', 'activateAccount'] } },
    portal,
  );
  const kept = read('wallet').paths['/wallet'];
  assert.deepEqual(Object.keys((kept.get ?? kept.post).responses), ['200', 'default']);
});

test('components that nothing uses are left out, what they lead to stays', (t) => {
  const { read } = filtered(t, { chat: { operations: ['readChat'] } });
  assert.deepEqual(Object.keys(read('chat').components.schemas), ['Wallet', 'Failure']);
  assert.deepEqual(Object.keys(read('chat').components.securitySchemes), ['bearerAuth']);
});

test('a schema that no path leads to stays when it is named', (t) => {
  const { read } = filtered(t, { chat: { operations: ['readChat'], schemas: ['AddRequest'] } });
  assert.ok(read('chat').components.schemas.AddRequest);
});

test("hints for the server's generator are left out", (t) => {
  const { read } = filtered(t, { wallet: { operations: ['addToWallet', 'activateAccountByGet', 'activateAccount'] } });
  assert.equal('x-go-type' in read('wallet').components.schemas.AddRequest.properties.amount, false);
});

test('the bundle of an app that is no longer named is removed', (t) => {
  const { dir } = filtered(t, { wallet: { operations: ['addToWallet', 'activateAccountByGet', 'activateAccount'] } });
  assert.equal(existsSync(join(dir, 'dist/forgotten.yaml')), false);
});

test('an operation or schema that the portal does not have fails', (t) => {
  const { status, output } = filtered(t, { chat: { operations: ['gone'], schemas: ['Frame'] } });
  assert.equal(status, 1);
  for (const name of ['gone', 'Frame']) assert.match(output, new RegExp(`the portal has no ${name}`));
});
