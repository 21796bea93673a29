// Writes each contract as one file, dist/<name>.yaml, with the groups of x-error-codes expanded.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, failOn, generatedText, openapiDir, readYaml } from './contracts.mjs';
import { expandErrorCodes } from './error-codes.mjs';
import { redocly } from './redocly.mjs';

const byName = ([a], [b]) => (a < b ? -1 : 1);

/**
 * The bundled document: one file, components sorted by name. Two different components of one name are a failure, not
 * renamed.
 */
function bundle(name, scratch) {
  const file = join(scratch, `${name}.yaml`);
  const args = [
    'bundle',
    `${name}.yaml`,
    '--config',
    'redocly.yaml',
    '--output',
    file,
    '--component-renaming-conflicts-severity',
    'error',
  ];
  const { status, output } = redocly(args, openapiDir);
  if (status !== 0) failOn([output]);
  const document = readYaml(file);
  for (const [kind, components] of Object.entries(document.components ?? {})) {
    document.components[kind] = Object.fromEntries(Object.entries(components).sort(byName));
  }
  return document;
}

const scratch = mkdtempSync(join(tmpdir(), 'krapao-bundle-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const catalogue = readYaml(join(openapiDir, 'shared/common.yaml')).components.schemas.ErrorCode.enum;
const documents = contracts.map((name) => ({ name, document: bundle(name, scratch) }));
failOn(
  documents.flatMap(({ name, document }) =>
    expandErrorCodes(document, catalogue).map((problem) => `openapi/${name}.yaml: ${problem}`),
  ),
);

mkdirSync(join(openapiDir, 'dist'), { recursive: true });
for (const { name, document } of documents) {
  writeFileSync(join(openapiDir, `dist/${name}.yaml`), generatedText(document, `openapi/${name}.yaml`));
}
