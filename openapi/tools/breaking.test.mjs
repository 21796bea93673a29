import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeContract, runTool, workspace } from './fixture.mjs';

/** What the gate says of a change to the released contracts, given what was declared. */
function gate(t, change, breaks = []) {
  const { dir, write, writeAll } = workspace(t);
  writeAll('released', completeContract());
  writeAll('dist', completeContract());
  const next = structuredClone(completeContract());
  change(next);
  write('dist/portal.yaml', next);
  write('intended-breaks.yaml', { breaks });
  return runTool('breaking.mjs', dir);
}

const removeNote = (contract) => delete contract.components.schemas.Wallet.properties.note;
const removeCode = (contract) => contract.paths['/wallet'].post['x-error-codes'].splice(2, 1);
const reason = 'Nobody reads it.';

test('no change passes and prints nothing', (t) => {
  assert.deepEqual(
    gate(t, () => {}),
    { status: 0, output: '' },
  );
});

test('a new operation and a new optional answer field pass', (t) => {
  const { status, output } = gate(t, (contract) => {
    contract.paths['/again'] = { post: { ...contract.paths['/wallet'].post, operationId: 'addAgain' } };
    contract.components.schemas.Wallet.properties.more = { type: 'string', description: 'More.', example: 'x' };
  });
  assert.equal(output, '');
  assert.equal(status, 0);
});

test('a removed field is caught', (t) => {
  const { status, output } = gate(t, removeNote);
  assert.equal(status, 1);
  assert.match(output, /portal: POST \/wallet: .*note.*\[response-optional-property-removed\]/);
});

test('a removed operation is caught', (t) => {
  const { status, output } = gate(t, (contract) => delete contract.paths['/chat']);
  assert.equal(status, 1);
  assert.match(output, /portal: GET \/chat: .*removed/);
});

test('a removed deprecated GET is caught: old clients still call it', (t) => {
  const { status, output } = gate(t, (contract) => delete contract.paths['/activate/{code}'].get);
  assert.equal(status, 1);
  assert.match(output, /portal: GET \/activate\/\{code\}: .*removed/);
});

test('a removed error code is caught', (t) => {
  const { status, output } = gate(t, removeCode);
  assert.equal(status, 1);
  assert.match(output, /portal: POST \/wallet: removed the error code NO_WALLET \[error-code-removed\]/);
});

test('an added error code is caught', (t) => {
  const { status, output } = gate(t, (contract) => contract.paths['/wallet'].post['x-error-codes'].push('NO_BANK'));
  assert.equal(status, 1);
  assert.match(output, /portal: POST \/wallet: added the error code NO_BANK \[error-code-added\]/);
});

test('a declared break passes', (t) => {
  const declared = [
    { contract: 'portal', id: 'response-optional-property-removed', text: 'note', reason },
    { contract: 'portal', operation: 'POST /wallet', text: 'removed the error code NO_WALLET', reason },
  ];
  const { status, output } = gate(t, (contract) => [removeNote(contract), removeCode(contract)], declared);
  assert.equal(output, '');
  assert.equal(status, 0);
});

test('a declaration covers its own contract, operation and text only', (t) => {
  const near = [
    { contract: 'operator', text: 'NO_WALLET', reason },
    { contract: 'portal', operation: 'GET /chat', text: 'NO_WALLET', reason },
    { contract: 'portal', text: 'NO_BANK', reason },
  ];
  const { status, output } = gate(t, removeCode, near);
  assert.equal(status, 1);
  assert.match(output, /^portal: POST \/wallet: removed the error code NO_WALLET/m);
});

test('an unused declaration fails', (t) => {
  const { status, output } = gate(t, () => {}, [{ contract: 'portal', id: 'error-code-removed', reason }]);
  assert.equal(status, 1);
  assert.match(output, /fits no break: remove it/);
});

test('a declaration without a reason fails', (t) => {
  const { status, output } = gate(t, removeCode, [{ contract: 'portal', id: 'error-code-removed' }]);
  assert.equal(status, 1);
  assert.match(output, /needs a contract, a reason, and an id or a text/);
});

test('a contract that was never released fails', (t) => {
  const { dir, writeAll } = workspace(t);
  writeAll('dist', completeContract());
  const { status, output } = runTool('breaking.mjs', dir);
  assert.equal(status, 1);
  assert.match(output, /released\/portal\.yaml is missing/);
});

test('a release makes the present contracts the released ones and empties the declarations', (t) => {
  const { dir, write, writeAll } = workspace(t);
  writeAll('dist', completeContract());
  write('intended-breaks.yaml', { breaks: [{ contract: 'portal', id: 'error-code-removed', reason }] });
  assert.equal(runTool('release.mjs', dir).status, 0);
  assert.deepEqual(runTool('breaking.mjs', dir), { status: 0, output: '' });
});
