// A small contract that is complete, and a folder to run the tools in.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { contracts } from './contracts.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const json = (schema, example) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
});

const activation = (operationId) => ({
  operationId,
  tags: ['wallet'],
  summary: 'Open a game account',
  description: 'Opens the account at this provider.',
  responses: {
    200: {
      description: 'Opened.',
      headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
      content: json('Wallet', { amount: 1, note: 'x' }),
    },
    default: { $ref: '#/components/responses/Failure' },
  },
  'x-error-codes': ['$member', 'NO_GAME'],
});

/** A contract that every rule passes: a POST with a body and, on a path of its own, a POST with its deprecated GET. */
export const completeContract = () => ({
  openapi: '3.0.3',
  info: {
    title: 'Small',
    version: '1.0.0',
    description: 'A contract for tests.',
    license: { name: 'None', url: 'https://krapao.example/licence' },
  },
  servers: [{ url: 'https://krapao.example', description: 'Here.' }],
  security: [{ bearerAuth: [] }],
  tags: [
    { name: 'wallet', description: 'Balances.' },
    { name: 'chat', description: 'Talk.' },
  ],
  paths: {
    '/wallet': {
      post: {
        ...activation('addToWallet'),
        requestBody: { required: true, content: json('AddRequest', { amount: 1 }) },
        'x-error-codes': ['$public', '$input', 'NO_WALLET', 'KEY_MISSING'],
      },
    },
    '/activate/{code}': {
      parameters: [
        {
          name: 'code',
          in: 'path',
          required: true,
          description: 'Which.',
          schema: { type: 'string' },
          example: 'DEMO',
        },
      ],
      get: {
        ...activation('activateAccountByGet'),
        deprecated: true,
        parameters: [
          {
            name: 'X-Requested-With',
            in: 'header',
            required: true,
            description: 'Who.',
            schema: { type: 'string' },
            example: 'us',
          },
        ],
      },
      post: activation('activateAccount'),
    },
    '/chat': { get: { ...activation('readChat'), tags: ['chat'] } },
  },
  components: {
    securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', description: 'A token.' } },
    headers: { RequestId: { description: 'The id.', schema: { type: 'string' }, example: 'a' } },
    responses: { Failure: { description: 'It failed.', content: json('Failure', { message: 'NO_GAME' }) } },
    schemas: {
      AddRequest: {
        type: 'object',
        description: 'What to add.',
        properties: { amount: { type: 'number', description: 'How much.', example: 1, 'x-go-type': 'money.Amount' } },
      },
      Wallet: {
        type: 'object',
        description: 'The wallet.',
        properties: {
          amount: { type: 'number', description: 'How much.', example: 1 },
          note: { type: 'string', description: 'A note.', example: 'x' },
        },
      },
      Failure: {
        type: 'object',
        description: 'Why.',
        properties: { message: { type: 'string', description: 'The code.', example: 'NO_GAME' } },
      },
    },
  },
});

/**
 * A folder like openapi/, removed after the test; `write(path, document)` puts a YAML file there and gives its path.
 */
export function workspace(t) {
  const dir = mkdtempSync(join(tmpdir(), 'krapao-openapi-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const part of ['lint', 'shared', 'redocly.yaml'])
    cpSync(join(here, '..', part), join(dir, part), { recursive: true });
  const write = (path, document) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(
      join(dir, path),
      typeof document === 'string' ? document : stringify(document, { aliasDuplicateObjects: false }),
    );
    return join(dir, path);
  };
  return {
    dir,
    write,
    writeAll: (folder, document) => contracts.forEach((name) => void write(`${folder}/${name}.yaml`, document)),
  };
}

/** Runs one of the tools on a workspace and gives {status, output}. */
export function runTool(tool, dir) {
  const run = spawnSync(process.execPath, [join(here, tool), dir], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}
