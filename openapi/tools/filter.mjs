// Writes the contract of each front end, dist/<app>.yaml: the part of dist/portal.yaml that bundles.json names.
// State-changing GETs are left out, or orval would make queries of them that repeat the effect on every focus.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts, failOn, generatedText, openapiDir, operationsOf, readYaml } from './contracts.mjs';
import { pruneComponents, stripGoHints } from './prune.mjs';

/**
 * Keeps one of the successes that have the same body: a client reads the body, and its mock would draw lots between the
 * examples.
 */
function oneSuccessABody(operation) {
  const seen = new Set();
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    const body = JSON.stringify(response.content?.['application/json']?.schema ?? status);
    if (seen.has(body)) delete operation.responses[status];
    seen.add(body);
  }
}

/** The document with the wanted operations only; path items that lose all of theirs go. */
function filter(portal, { operations = [], schemas = [] }) {
  const document = structuredClone(portal);
  for (const { path, method, operation } of operationsOf(document)) {
    const stateChangingGet = method === 'get' && operation.deprecated;
    if (!operations.includes(operation.operationId) || stateChangingGet) delete document.paths[path][method];
    else {
      oneSuccessABody(operation);
      // The kit's fetcher gives the answer that it holds in place of "not modified": callers never see one.
      delete operation.responses['304'];
    }
  }
  const used = new Set([...operationsOf(document)].map(({ path }) => path));
  document.paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => used.has(path)));
  const usedTags = new Set([...operationsOf(document)].flatMap(({ operation }) => operation.tags));
  document.tags = document.tags?.filter(({ name }) => usedTags.has(name));
  pruneComponents(document, schemas);
  stripGoHints(document);
  return document;
}

/** What bundles.json asks for that the portal does not have. */
function unknownNames(portal, bundles) {
  const all = [...operationsOf(portal)].map(({ operation }) => operation);
  const known = {
    operations: new Set(all.map(({ operationId }) => operationId)),
    schemas: new Set(Object.keys(portal.components?.schemas ?? {})),
  };
  return Object.entries(bundles).flatMap(([app, wanted]) =>
    Object.entries(wanted).flatMap(([kind, names]) =>
      names
        .filter((name) => !known[kind]?.has(name))
        .map((name) => `bundles.json: ${app}: the portal has no ${name} among its ${kind}`),
    ),
  );
}

const portal = readYaml(join(openapiDir, 'dist/portal.yaml'));
const bundles = JSON.parse(readFileSync(join(openapiDir, 'bundles.json'), 'utf8'));
failOn(unknownNames(portal, bundles));

for (const [app, wanted] of Object.entries(bundles)) {
  const text = generatedText(filter(portal, wanted), 'openapi/portal.yaml and openapi/bundles.json');
  writeFileSync(join(openapiDir, `dist/${app}.yaml`), text);
}

const current = new Set([...contracts, ...Object.keys(bundles)].map((name) => `${name}.yaml`));
for (const file of readdirSync(join(openapiDir, 'dist'))) {
  if (!current.has(file)) rmSync(join(openapiDir, 'dist', file));
}
