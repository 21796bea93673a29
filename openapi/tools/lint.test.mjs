import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeContract, workspace } from './fixture.mjs';
import { redocly } from './redocly.mjs';

/** Which rules a contract breaks. */
function brokenRules(t, contract) {
  const { dir, write } = workspace(t);
  write('small.yaml', contract);
  const { output } = redocly(['lint', 'small.yaml', '--config', 'redocly.yaml', '--format', 'checkstyle'], dir);
  return [...new Set([...output.matchAll(/source="([^"]+)"/g)].map(([, rule]) => rule))];
}

test('a complete contract passes lint', (t) => {
  assert.deepEqual(brokenRules(t, completeContract()), []);
});

const post = (contract) => contract.paths['/wallet'].post;
const oldGet = (contract) => contract.paths['/activate/{code}'].get;

const omissions = {
  'an operation without operationId': [(c) => delete post(c).operationId, 'krapao/operation-id'],
  'an operationId that is not lowerCamelCase': [(c) => (post(c).operationId = 'Add_To'), 'krapao/operation-id'],
  'two tags': [(c) => (post(c).tags = ['wallet', 'chat']), 'krapao/one-tag'],
  'no tag': [(c) => delete post(c).tags, 'krapao/one-tag'],
  'no summary': [(c) => delete post(c).summary, 'operation-summary'],
  'no description': [(c) => delete post(c).description, 'operation-description'],
  'no request example': [(c) => delete post(c).requestBody.content['application/json'].example, 'krapao/media-example'],
  'no response example': [
    (c) => delete post(c).responses[200].content['application/json'].example,
    'krapao/media-example',
  ],
  'no example of the error': [
    (c) => delete c.components.responses.Failure.content['application/json'].example,
    'krapao/media-example',
  ],
  'an example that does not fit its schema': [
    (c) => (post(c).requestBody.content['application/json'].example = { amount: 'much' }),
    'no-invalid-media-type-examples',
  ],
  'no parameter example': [(c) => delete c.paths['/activate/{code}'].parameters[0].example, 'krapao/parameter-example'],
  'no default error': [(c) => delete post(c).responses.default, 'krapao/default-error'],
  'no x-error-codes': [(c) => delete post(c)['x-error-codes'], 'krapao/error-codes'],
  'a group after single codes': [(c) => post(c)['x-error-codes'].push('$member'), 'krapao/error-codes'],
  'no X-Request-Id': [(c) => delete post(c).responses[200].headers, 'krapao/request-id'],
  'a property without description': [
    (c) => delete c.components.schemas.Wallet.properties.note.description,
    'krapao/property-docs',
  ],
  'a property without example': [
    (c) => delete c.components.schemas.Wallet.properties.note.example,
    'krapao/property-docs',
  ],
  'an object without description': [(c) => delete c.components.schemas.Wallet.description, 'krapao/named-objects'],
  'an anonymous object': [
    (c) => (post(c).responses[200].content['application/json'].schema = c.components.schemas.Wallet),
    'krapao/named-objects',
  ],
  'a deprecated GET without its codes': [(c) => delete oldGet(c)['x-error-codes'], 'krapao/error-codes'],
  'a deprecated GET without its header': [(c) => delete oldGet(c).parameters, 'krapao/requested-with'],
  'a deprecated GET without its POST twin': [(c) => delete c.paths['/activate/{code}'].post, 'krapao/get-twin'],
  'a GET named ByGet that is not deprecated': [(c) => delete oldGet(c).deprecated, 'krapao/get-twin'],
};

for (const [name, [omit, rule]] of Object.entries(omissions)) {
  test(`${name} fails lint`, (t) => {
    const contract = structuredClone(completeContract());
    omit(contract);
    assert.ok(brokenRules(t, contract).includes(rule), `expected ${rule}`);
  });
}
