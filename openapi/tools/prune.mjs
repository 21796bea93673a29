// Takes out of a document what nothing in it uses.

/** Every value inside `node`, itself first. */
function* walk(node) {
  yield node;
  if (node === null || typeof node !== 'object') return;
  for (const value of Object.values(node)) yield* walk(value);
}

/**
 * The `kind/name` of each component that `node` refers to, also by a discriminator's mapping or by a security scheme's
 * name.
 */
function* references(node) {
  for (const value of walk(node)) {
    if (typeof value === 'string') {
      const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)/.exec(value) ?? [];
      if (name) yield `${kind}/${name}`;
    }
    for (const requirement of value?.security ?? []) {
      for (const scheme of Object.keys(requirement)) yield `securitySchemes/${scheme}`;
    }
  }
}

/**
 * Removes the components that no path leads to, directly or through others; the schemas named in `keep` stay with all
 * they need.
 */
export function pruneComponents(document, keep = []) {
  const { components = {}, ...rest } = document;
  const used = new Set();
  const queue = [...references(rest), ...keep.map((name) => `schemas/${name}`)];
  while (queue.length > 0) {
    const key = queue.pop();
    if (used.has(key)) continue;
    used.add(key);
    const [kind, name] = key.split('/');
    queue.push(...references(components[kind]?.[name]));
  }
  for (const [kind, named] of Object.entries(components)) {
    for (const name of Object.keys(named)) if (!used.has(`${kind}/${name}`)) delete named[name];
    if (Object.keys(named).length === 0) delete components[kind];
  }
}

/** Removes the x-go-* hints, which are for the server's generator only. */
export function stripGoHints(document) {
  for (const node of walk(document)) {
    if (node === null || typeof node !== 'object') continue;
    for (const key of Object.keys(node)) if (key.startsWith('x-go-')) delete node[key];
  }
}
