import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { sandbox } from '../sandbox.ts';

/** Runs the remote of this folder alone: its own development server, and the host that shows it. */
async function main() {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const remote = spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  const host = await createServer(sandbox(name));
  const stop = () => {
    remote.kill();
    void host.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  remote.on('exit', (code) => {
    process.exitCode = code ?? 0;
    void host.close();
  });
  await host.listen();
  host.printUrls();
}

await main();
