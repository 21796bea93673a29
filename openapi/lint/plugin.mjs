// Rules for what the contracts promise their readers; redocly.yaml switches them on.
import { hasDescription, hasExample, needsExample } from './schema.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Every operation has an id in lowerCamelCase: it becomes a Go method and a TypeScript function. */
function operationId() {
  return {
    Operation(operation, { report, location }) {
      if (!/^[a-z][A-Za-z0-9]*$/.test(operation.operationId ?? '')) {
        report({
          message: 'The operation needs an `operationId` in lowerCamelCase.',
          location: location.child('operationId').key(),
        });
      }
    },
  };
}

/**
 * Every operation has exactly one tag: it decides the bundle, and so the micro-frontend, that the operation belongs to.
 */
function oneTag() {
  return {
    Operation(operation, { report, location }) {
      if (operation.tags?.length !== 1) {
        report({ message: 'The operation needs exactly one tag.', location: location.child('tags').key() });
      }
    },
  };
}

/** Every operation says how it fails: clients never meet an answer that is not described. */
function defaultError() {
  return {
    Operation(operation, { report, location, resolve }) {
      const response = operation.responses?.default;
      const answer = response?.$ref ? resolve(response).node : response;
      if (!answer?.content?.['application/json']?.schema) {
        report({
          message: 'The operation needs a `default` response with the error in JSON.',
          location: location.child('responses').key(),
        });
      }
    },
  };
}

/**
 * Every operation lists the error codes it can answer; groups ($member, ...) come first. bundle.mjs checks the codes
 * themselves.
 */
function errorCodes() {
  return {
    Operation(operation, { report, location }) {
      const codes = operation['x-error-codes'];
      if (!Array.isArray(codes) || codes.length === 0) {
        report({ message: 'The operation needs `x-error-codes`.', location: location.key() });
        return;
      }
      const firstCode = codes.findIndex((code) => !String(code).startsWith('$'));
      const lateGroup = codes.find((code, at) => String(code).startsWith('$') && firstCode >= 0 && at > firstCode);
      if (lateGroup)
        report({
          message: `${lateGroup} must come before the single codes.`,
          location: location.child('x-error-codes'),
        });
      if (new Set(codes).size !== codes.length)
        report({ message: 'x-error-codes names a code twice.', location: location.child('x-error-codes') });
    },
  };
}

/** Every success carries the id of its request. */
function requestId() {
  return {
    Operation(operation, { report, location, resolve }) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const answer = response?.$ref ? resolve(response).node : response;
        if (/^[123]/.test(status) && !answer?.headers?.['X-Request-Id']) {
          report({
            message: `Response ${status} needs the header X-Request-Id.`,
            location: location.child(['responses', status]),
          });
        }
      }
    },
  };
}

/** Every body, asked and answered, has an example: mocks, docs and contract tests use them. */
function mediaExample() {
  return {
    MediaType(media, { report, location }) {
      if (media.example === undefined && Object.keys(media.examples ?? {}).length === 0) {
        report({ message: 'The body needs an `example`.', location: location.key() });
      }
    },
  };
}

/** Every parameter has an example of its own or its schema's. */
function parameterExample() {
  return {
    Parameter(parameter, { report, location, resolve }) {
      const schema = parameter.schema?.$ref ? resolve(parameter.schema).node : parameter.schema;
      if (parameter.example === undefined && !parameter.examples && schema?.example === undefined) {
        report({ message: `Parameter ${parameter.name} needs an \`example\`.`, location: location.key() });
      }
    },
  };
}

/**
 * Objects are named and described: an anonymous one gets a made-up name in Go and TypeScript. `Error` would shadow the
 * global.
 */
function namedObjects() {
  return {
    Schema(schema, { report, location }) {
      if (!schema.properties) return;
      const [, name, part] = /^#\/components\/schemas\/([^/]+)(\/allOf\/\d+)?$/.exec(location.pointer) ?? [];
      if (!name)
        report({
          message: 'Give the object a name under components/schemas and refer to it.',
          location: location.key(),
        });
      else if (!part && !schema.description)
        report({ message: `${name} needs a \`description\`.`, location: location.key() });
      if (name === 'Error') report({ message: 'A schema must not be called Error.', location: location.key() });
    },
  };
}

/**
 * Every property is explained, and has an example unless it is an object (or a list of objects) that has them inside.
 */
function propertyDocs() {
  return {
    Schema(schema, { report, location, resolve }) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const at = location.child(['properties', name]);
        if (!hasDescription(property, resolve))
          report({ message: `${name} needs a \`description\`.`, location: at.key() });
        if (needsExample(property, resolve) && !hasExample(property, resolve)) {
          report({ message: `${name} needs an \`example\`.`, location: at.key() });
        }
      }
    },
  };
}

/**
 * A deprecated GET changes state and stays for old clients only: a POST twin on the same path carries its name without
 * ByGet.
 */
function getTwin() {
  return {
    PathItem(item, { report, location }) {
      const id = item.get?.operationId ?? '';
      if (item.get?.deprecated && `${item.post?.operationId}ByGet` !== id) {
        report({
          message: `A deprecated GET needs a POST twin; its operationId is the twin's with ByGet (it is ${id}).`,
          location: location.child('get').key(),
        });
      }
      for (const method of methods) {
        if (/ByGet$/.test(item[method]?.operationId ?? '') && !(method === 'get' && item.get.deprecated)) {
          report({ message: 'ByGet names a deprecated GET only.', location: location.child(method).key() });
        }
      }
    },
  };
}

/** A deprecated GET is refused without X-Requested-With, so its clients must learn of the header from the contract. */
function requestedWith() {
  return {
    Operation(operation, { report, location, resolve }) {
      if (!operation.deprecated || !/ByGet$/.test(operation.operationId ?? '')) return;
      const named = (operation.parameters ?? []).map((one) => (one.$ref ? resolve(one).node : one));
      if (!named.some((one) => one?.in === 'header' && one.name === 'X-Requested-With' && one.required)) {
        report({ message: 'A deprecated GET needs the header X-Requested-With, required.', location: location.key() });
      }
    },
  };
}

/** The plugin as redocly loads it. */
export default function krapao() {
  return {
    id: 'krapao',
    rules: {
      oas3: {
        'operation-id': operationId,
        'one-tag': oneTag,
        'default-error': defaultError,
        'error-codes': errorCodes,
        'request-id': requestId,
        'media-example': mediaExample,
        'parameter-example': parameterExample,
        'named-objects': namedObjects,
        'property-docs': propertyDocs,
        'get-twin': getTwin,
        'requested-with': requestedWith,
      },
    },
  };
}
