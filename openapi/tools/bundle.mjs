// Writes each contract as one file, dist/<name>.yaml, with the groups of x-error-codes expanded.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, failOn, generatedText, openapiDir, readYaml } from './contracts.mjs';
import { expandErrorCodes } from './error-codes.mjs';
import { redocly } from './redocly.mjs';

const byName = ([a], [b]) => (a < b ? -1 : 1);

/**
 * Bundles every contract into a folder. Two different components of one name are a failure, not renamed. One call for
 * all: redocly takes a second to start.
 */
function bundleInto(scratch) {
  const files = contracts.map((name) => `${name}.yaml`);
  const options = ['--config', 'redocly.yaml', '--component-renaming-conflicts-severity', 'error'];
  const { status, output } = redocly(['bundle', ...files, '--output', scratch, ...options], openapiDir);
  if (status !== 0) failOn([output]);
}

/** A bundled document with its components sorted by name. */
function sorted(document) {
  for (const [kind, components] of Object.entries(document.components ?? {})) {
    document.components[kind] = Object.fromEntries(Object.entries(components).sort(byName));
  }
  return document;
}

const scratch = mkdtempSync(join(tmpdir(), 'krapao-bundle-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const catalogue = readYaml(join(openapiDir, 'shared/common.yaml')).components.schemas.ErrorCode.enum;
bundleInto(scratch);
const documents = contracts.map((name) => ({ name, document: sorted(readYaml(join(scratch, `${name}.yaml`))) }));
failOn(
  documents.flatMap(({ name, document }) =>
    expandErrorCodes(document, catalogue).map((problem) => `openapi/${name}.yaml: ${problem}`),
  ),
);

mkdirSync(join(openapiDir, 'dist'), { recursive: true });
for (const { name, document } of documents) {
  writeFileSync(join(openapiDir, `dist/${name}.yaml`), generatedText(document, `openapi/${name}.yaml`));
}
