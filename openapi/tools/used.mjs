// What of its contract an application's own sources use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf } from './contracts.mjs';

/** Every identifier in the sources of an application, without its generated code. */
export function wordsOf(root, app) {
  const sources = readdirSync(join(root, app, 'src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/[/\\]gen$/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  return new Set(sources.flatMap((source) => source.match(/[A-Za-z_$][\w$]*/g) ?? []));
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** Whether anything uses the hook, the key or the options that the generator makes of an operation. */
export const hookOf = (operation, words) =>
  [`use${capital(operation)}`, `get${capital(operation)}QueryKey`, `get${capital(operation)}QueryOptions`].some(
    (name) => words.has(name),
  );

/** Whether anything calls an operation. */
export const isCalled = (operation, words) => words.has(operation) || hookOf(operation, words);

/** The operations of whose forms (the zod schema of the body, its bounds) something is imported. */
export function formsOf(document, words) {
  const operations = [...operationsOf(document)].map(({ operation }) => operation.operationId);
  const started = (operation) => [`${operation}Body`, `${capital(operation)}Body`];
  return new Set(
    operations.filter((operation) =>
      [...words].some((word) => started(operation).some((start) => word.startsWith(start))),
    ),
  );
}
