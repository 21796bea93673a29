// Refuses a bundle with a call that its application does not make: its client would be larger than what anybody uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failOn, openapiDir } from './contracts.mjs';
import { isCalled, wordsOf } from './used.mjs';

const bundles = JSON.parse(readFileSync(join(openapiDir, 'bundles.json'), 'utf8'));

failOn(
  Object.entries(bundles).flatMap(([app, { operations }]) => {
    const words = wordsOf(join(openapiDir, '..'), app);
    return operations
      .filter((operation) => !isCalled(operation, words))
      .map((operation) => `bundles.json: ${app} does not call ${operation}`);
  }),
);
