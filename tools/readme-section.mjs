// Puts standard input between the marks of one section of the README: node tools/readme-section.mjs <section>
import { readFileSync, writeFileSync } from 'node:fs';

const section = process.argv[2];
const start = `<!-- ${section}:start (make generate) -->`;
const end = `<!-- ${section}:end -->`;
const text = readFileSync('README.md', 'utf8');
const from = text.indexOf(start);
const to = text.indexOf(end);
if (from < 0 || to < from) throw new Error(`README.md lacks the marks of the section ${section}`);
const body = readFileSync(0, 'utf8').trim();
if (body === '') throw new Error(`the section ${section} would be empty`);
writeFileSync('README.md', `${text.slice(0, from)}${start}\n${body}\n${text.slice(to)}`);
