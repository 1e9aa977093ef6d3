import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configTable } from '../src/platform/config.ts';
import { root } from './lib/project.mjs';

// Writes the configuration table of the README from the schema. Run by `node scripts/readme.mjs`; a test holds
// the two together.

const file = path.join(root, 'README.md');
const marks = /(<!-- configuration -->\n)[\s\S]*(<!-- \/configuration -->)/;

const rows = configTable().map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
const table = ['| Variável | Padrão | O que é |', '|---|---|---|', ...rows].join('\n');
writeFileSync(file, readFileSync(file, 'utf8').replace(marks, `$1${table}\n$2`));
