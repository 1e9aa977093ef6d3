import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configTable } from '../src/platform/config.ts';
import { root } from './lib/project.mjs';

// Writes the configuration tables of README.md and LEIAME.md from the schema. Run by `node scripts/readme.mjs`; a
// test holds them together.

const marks = /(<!-- configuration -->\n)[\s\S]*(<!-- \/configuration -->)/;

/** @type {{ file: string, language: import('../src/platform/config.ts').Language, head: string }[]} */
const readmes = [
  { file: 'README.md', language: 'en', head: '| Variable | Default | Meaning |' },
  { file: 'LEIAME.md', language: 'pt', head: '| Variável | Padrão | O que é |' },
];

for (const { file, language, head } of readmes) {
  const rows = configTable(language).map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`,
  );
  const where = path.join(root, file);
  const table = [head, '|---|---|---|', ...rows].join('\n');
  writeFileSync(where, readFileSync(where, 'utf8').replace(marks, `$1${table}\n$2`));
}
