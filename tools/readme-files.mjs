// The tables of READMEs that say in which file a rule is name files that exist: whoever moves a file learns here where
// it was promised. A path is one from the README's folder, from the kit's sources, or from a folder of the path before
// it in the same line. A README is also no longer than about a page; only the project's own may be.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The most lines of a README. A page is about 100: what is more goes to a page beside it, such as SUSPENSE.md. */
const MOST_LINES = 130;

/** A folder and all that it is in. */
function andAbove(folder) {
  return folder === '.' ? [folder] : [folder, ...andAbove(dirname(folder))];
}

/** The files that a line of a table names and that are not there. */
function missingOf(cells, base) {
  let folders = [base, 'kit/src', '.'];
  return [...cells.matchAll(/`([\w./@-]*\w\.(?:tsx?|mjs|css|html|go|sql|json|yaml|sh|md)|[\w./-]+\/)`/g)].flatMap(
    ([, path]) => {
      const found = folders.map((folder) => normalize(join(folder, path))).find((candidate) => existsSync(candidate));
      if (found === undefined) return [path];
      folders = [...andAbove(dirname(found)), base, 'kit/src', '.'];
      return [];
    },
  );
}

const readmes = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*README.md'], {
  encoding: 'utf8',
});
const files = readmes
  .trim()
  .split('\n')
  .filter((readme) => existsSync(readme))
  .map((readme) => ({ readme, lines: readFileSync(readme, 'utf8').trimEnd().split('\n') }));

const wrong = files.flatMap(({ readme, lines }) => {
  let isTable = false;
  return lines.flatMap((line, index) => {
    isTable = line.startsWith('|') && (isTable || /^\| rule \|/.test(line));
    if (!isTable) return [];
    return missingOf(line.replace(/^\|[^|]*\|/, ''), dirname(readme)).map((path) => `${readme}:${index + 1}: ${path}`);
  });
});
if (wrong.length > 0) process.stderr.write(`${wrong.join('\n')}\nA README names a file that is not there.\n`);

const long = files
  .filter(({ readme, lines }) => readme !== 'README.md' && lines.length > MOST_LINES)
  .map(({ readme, lines }) => `${readme}: ${lines.length} lines`);
if (long.length > 0) {
  process.stderr.write(
    `${long.join('\n')}\nA README has at most ${MOST_LINES} lines: move what is detail to a page beside it, and link that.\n`,
  );
}
if (wrong.length + long.length > 0) process.exit(1);
