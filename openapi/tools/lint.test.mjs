import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeContract, workspace } from './fixture.mjs';
import { redocly } from './redocly.mjs';

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

/**
 * Which rules each of these contracts breaks. Redocly takes a second to start and no time for one contract more: it
 * looks at all of them at once.
 */
function brokenRules(t, contracts) {
  const { dir, write } = workspace(t);
  const files = contracts.map((contract, index) => {
    write(`${index}.yaml`, contract);
    return `${index}.yaml`;
  });
  const options = ['--config', 'redocly.yaml', '--format', 'checkstyle', '--max-problems', '1000'];
  const { output } = redocly(['lint', ...files, ...options], dir);
  const sections = output.split('<file name="').slice(1);
  return files.map((file) => {
    const section = sections.find((text) => text.startsWith(`${file}"`)) ?? '';
    return [...new Set([...section.matchAll(/source="([^"]+)"/g)].map(([, rule]) => rule))];
  });
}

test('lint passes what is complete, and nothing else', async (t) => {
  const names = Object.keys(omissions);
  const broken = names.map((name) => {
    const contract = structuredClone(completeContract());
    omissions[name][0](contract);
    return contract;
  });
  const [complete, ...rules] = brokenRules(t, [completeContract(), ...broken]);
  await t.test('a complete contract passes lint', () => assert.deepEqual(complete, []));
  for (const [index, name] of names.entries()) {
    const [, rule] = omissions[name];
    await t.test(`${name} fails lint`, () => assert.ok(rules[index].includes(rule), `expected ${rule}`));
  }
});
