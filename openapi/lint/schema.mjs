// Questions about a schema that may be a reference, or wrap one in allOf. `resolve` is redocly's.

/** Calls `visit` with the schema itself and whatever it refers to or is composed of, until one call is true. */
function some(schema, resolve, visit, from) {
  if (!schema) return false;
  if (schema.$ref) {
    const target = resolve(schema, from);
    return target.node ? some(target.node, resolve, visit, target.location?.source.absoluteRef) : true;
  }
  if (visit(schema, from)) return true;
  return (schema.allOf ?? []).some((part) => some(part, resolve, visit, from));
}

/** Whether the schema explains itself. A reference that leads nowhere counts as yes: another rule reports it. */
export function hasDescription(schema, resolve) {
  return some(schema, resolve, (part) => Boolean(part.description));
}

/** Whether the schema, or for a list its items, has an example. */
export function hasExample(schema, resolve) {
  return some(
    schema,
    resolve,
    (part, from) => part.example !== undefined || some(part.items, resolve, (item) => item.example !== undefined, from),
  );
}

/** Whether an example cannot be put together from the properties inside. */
export function needsExample(schema, resolve) {
  return !some(
    schema,
    resolve,
    (part, from) => Boolean(part.properties) || some(part.items, resolve, (item) => Boolean(item.properties), from),
  );
}
