import { expect, test } from 'vitest';
import { fromContainer } from './runtime';

test("a built remote's module is what its container gives, which is not started", async () => {
  const container = `
    export const init = () => { throw new Error('started'); };
    export const get = async (module) => () => ({ default: module });
  `;
  const entry = `data:text/javascript,${encodeURIComponent(container)}`;
  await expect(fromContainer(entry)).resolves.toEqual({ default: './remote' });
});

test('the container of an older remote, which leaves the federation runtime to the page, loads too', async () => {
  const container = `
    const core = globalThis._FEDERATION_RUNTIME_CORE;
    if (!core) throw new Error('the runtime is missing');
    core.setGlobalFederationConstructor(class {}, true);
    export const init = () => { throw new Error('started'); };
    export const get = async (module) => () => ({ default: module });
  `;
  const entry = `data:text/javascript,${encodeURIComponent(container)}`;
  await expect(fromContainer(entry)).resolves.toEqual({ default: './remote' });
});

test('a container without the module is a failure', async () => {
  const container = "export const get = async () => { throw new Error('no such module'); };";
  const entry = `data:text/javascript,${encodeURIComponent(container)}`;
  await expect(fromContainer(entry)).rejects.toThrow('no such module');
});
