// Comments, and the text of documents, are at most 120 columns wide: whoever reads a diff, or two files side by side,
// reads whole sentences. Formatters wrap code and leave both alone. What a program reads as one line may be longer, and
// so may an address.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const WIDEST = 120;
const HASH = /^\s*#/;
const SLASHES = /^\s*(\/\/|\/\*|\*)/;
const COMMENT = { '.go': SLASHES, '.ts': SLASHES, '.tsx': SLASHES, '.mjs': SLASHES, '.cjs': SLASHES, '.css': SLASHES };
Object.assign(COMMENT, { '.sql': /^\s*--/, '.sh': HASH, '.yaml': HASH, '.yml': HASH, Makefile: HASH, '.md': /^[^|]/ });
/** Directives, addresses, pictures, and the bank run's queries with what each proves. */
const ONE_LINE = /^\s*(\/\/ ?(biome-ignore|nolint|go:)|-- (I\d+|of [^:]*): )|https?:\/\/|<img |!\[/;
/** Generated, copied and released text, and migrations, of which the database keeps a hash. */
const NOT_OURS = /(^|\/)(gen|released|dist|node_modules)\/|\.gen\.|^server\/postgres\/migrations\/|^pnpm-lock/;

/** The wide lines of a file's text, as file:line. */
function wideLines(file, text) {
  const comment = COMMENT[file.match(/(\.\w+|Makefile)$/)?.[0] ?? ''];
  if (comment === undefined) return [];
  let code = false;
  return text.split('\n').flatMap((line, index) => {
    if (file.endsWith('.md') && line.startsWith('```')) code = !code;
    const width = [...line.replaceAll('\t', '    ')].length;
    return width > WIDEST && !code && comment.test(line) && !ONE_LINE.test(line) ? [`${file}:${index + 1}`] : [];
  });
}

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
const found = files
  .filter((file) => file !== '' && !NOT_OURS.test(file))
  .flatMap((file) => wideLines(file, readFileSync(file, 'utf8')));
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\nComments and text wider than ${WIDEST} columns: wrap them.\n`);
  process.exit(1);
}
