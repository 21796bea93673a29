import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A route or slot as its source declares it. */
export interface Declared {
  kind: 'route' | 'slot';
  /** The path or the place's name. */
  name: string;
  /** The specifier of its lazily imported module, as written. */
  module: string;
}

/** A tile as its source declares it. */
export interface DeclaredTile {
  slot: string;
  icon: string;
  /** Keys of its texts. */
  label: string;
  detail?: string;
  to?: string;
  opens?: string;
  when?: string;
  count?: string;
}

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item);
    return;
  }
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) if (typeof child === 'object') yield* walk(child);
}

function literal(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
}

function members(object: Node): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const property of object.properties as Node[]) {
    if (property.type !== 'Property' || !isNode(property.key)) continue;
    const key = property.key.type === 'Identifier' ? (property.key.name as string) : literal(property.key);
    if (key !== undefined) found.set(key, property.value);
  }
  return found;
}

/** Every object that a source writes down. */
function objectsIn(file: string, source: string): Map<string, unknown>[] {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`);
  return [...walk(parsed.program)].filter(({ type }) => type === 'ObjectExpression').map(members);
}

/**
 * Reads the routes and slots of a remote (or of the shell) from its source, so that they are written once: every object
 * that has `load` and either `path` or `slot`. Throws when one of them is not a literal, naming the file.
 */
export function declaredIn(file: string, source: string = readFileSync(file, 'utf8')): Declared[] {
  const declared: Declared[] = [];
  for (const found of objectsIn(file, source)) {
    const load = found.get('load');
    const kind = found.has('path') ? 'route' : found.has('slot') ? 'slot' : undefined;
    if (!load || !kind) continue;
    const name = literal(found.get(kind === 'route' ? 'path' : 'slot'));
    const imported = [...walk(load)].find((inner) => inner.type === 'ImportExpression');
    const module = imported && literal(imported.source);
    if (!name || !module) {
      throw new Error(
        `${file}: path, slot and the import of load must be literals; the build reads them from the source`,
      );
    }
    declared.push({ kind, name, module });
  }
  return declared;
}

/**
 * Reads the tiles of a remote from its source: every object that has `tile`. Throws when a part of one is not a
 * literal, naming the file.
 */
export function tilesIn(file: string, source: string = readFileSync(file, 'utf8')): DeclaredTile[] {
  return objectsIn(file, source)
    .filter((found) => found.has('tile'))
    .map((found) => {
      const { tile: slot, ...rest } = Object.fromEntries(
        [...found].map(([key, value]) => {
          const text = literal(value);
          if (text === undefined) throw new Error(`${file}: ${key} of a tile must be a literal; the build reads it`);
          return [key, text];
        }),
      );
      return { slot, ...rest } as unknown as DeclaredTile;
    });
}
