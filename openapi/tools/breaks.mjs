// Finds what breaks clients between two states of a contract, and sets it against what was declared.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf } from './contracts.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Runs a command and gives what it says; one that fails throws. */
function said(command, args) {
  const run = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${run.stderr}`);
  return run.stdout.trim();
}

let program;

/** Runs the oasdiff of tools/go.mod. Go is asked once where it is: that takes as long as a comparison. */
function oasdiff(args) {
  program ??= said('go', ['-C', join(here, '../../tools'), 'tool', '-n', 'oasdiff']);
  return said(program, args);
}

/**
 * Our clients read every field and call every operation of the contract, so these, mere notes to oasdiff, break them
 * too.
 */
const levels = join(here, '../oasdiff-levels.txt');

/** What oasdiff calls breaking, certain or possible, as {contract, id, operation, text}. */
export function oasdiffBreaks(contract, released, next) {
  const text = oasdiff(['breaking', released, next, '--severity-levels', levels, '--format', 'json']);
  const found = text === '' ? [] : (JSON.parse(text) ?? []);
  return found.map(({ id, operation, path, text }) => ({
    contract,
    id,
    operation: [operation, path].filter(Boolean).join(' '),
    text,
  }));
}

/**
 * Error codes that an operation of both states lost or gained: a client may handle the one and has no text for the
 * other.
 */
export function errorCodeBreaks(contract, released, next) {
  const now = new Map([...operationsOf(next)].map(({ name, operation }) => [name, operation['x-error-codes'] ?? []]));
  const breaks = [];
  for (const { name, operation } of operationsOf(released)) {
    const before = operation['x-error-codes'] ?? [];
    const after = now.get(name);
    if (!after) continue;
    const report = (id, code, verb) =>
      breaks.push({ contract, id, operation: name, text: `${verb} the error code ${code}` });
    for (const code of before) if (!after.includes(code)) report('error-code-removed', code, 'removed');
    for (const code of after) if (!before.includes(code)) report('error-code-added', code, 'added');
  }
  return breaks;
}

const covers = (declared, found) =>
  declared.contract === found.contract &&
  (declared.id ?? found.id) === found.id &&
  (declared.operation ?? found.operation) === found.operation &&
  found.text.includes(declared.text ?? '');

/** One line for each break that nobody declared, and for each declaration that is incomplete or fits no break. */
export function judge(breaks, declarations) {
  const problems = [];
  for (const declared of declarations) {
    const label = `intended-breaks.yaml: ${JSON.stringify(declared)}`;
    if (!declared.contract || !declared.reason || !(declared.id || declared.text)) {
      problems.push(`${label} needs a contract, a reason, and an id or a text`);
    } else if (!breaks.some((found) => covers(declared, found))) {
      problems.push(`${label} fits no break: remove it`);
    }
  }
  for (const found of breaks) {
    if (!declarations.some((declared) => declared.reason && covers(declared, found))) {
      problems.push(`${found.contract}: ${found.operation}: ${found.text} [${found.id}]`);
    }
  }
  return problems;
}
