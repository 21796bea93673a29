import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRemotes } from './dev-registry.ts';
import { KIT_ROOT } from './shared.ts';

/**
 * Runs the development servers of the shell and of all remotes, each in a process of its own because the federation
 * plugin keeps its state per process. When one ends, all end.
 */
function main() {
  const applications = ['shell', ...workspaceRemotes()];
  const servers = applications.map((name) => {
    const cwd = join(KIT_ROOT, '..', name);
    const server = spawn(process.execPath, [join(cwd, 'node_modules', 'vite', 'bin', 'vite.js')], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim()) process.stdout.write(`[${name}] ${line}\n`);
    });
    return server;
  });
  const stop = () => {
    for (const server of servers) server.kill();
  };
  for (const server of servers) {
    server.on('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop();
    });
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main();
