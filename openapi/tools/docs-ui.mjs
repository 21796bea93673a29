// Copies Swagger UI into the server, which embeds it: /docs then works without any other server.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = join(
  import.meta.dirname ?? dirname(new URL(import.meta.url).pathname),
  '../../server/httpapi/page/docspage/ui',
);
mkdirSync(target, { recursive: true });
for (const file of [
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
])
  copyFileSync(join(source, file), join(target, file));
