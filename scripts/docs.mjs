import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { partsTable } from '../bench/parts.ts';
import { dataInventoryTexts } from '../src/accounts/personalData/dataInventoryTexts.ts';
import { colourSheet } from '../src/brand/colourSheet.ts';
import { glossaryTable } from '../src/content/glossary.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { configTable } from '../src/platform/config/settingsTable.ts';
import { endpointsTable, rolesTable } from '../src/server/permissionTables.ts';
import { brandFolders } from './lib/brand.mjs';
import { licencesTable } from './lib/licences.mjs';
import { root } from './lib/project.mjs';

// Writes generated tables: configuration of README.md and LEIAME.md from the schema, README.md's benchmarks from
// their list, the glossary from the resources, and permissions from roles and endpoints. Also writes the data inventory from its register and
// licences from the lock file, and the style sheets of the brands' colours. Run it by `npm run docs`. Tests compare the tables with their
// sources.

/** @param {string} file @param {string} name @param {string} table */
function write(file, name, table) {
  const marks = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- /${name} -->)`);
  const target = path.join(root, file);
  writeFileSync(target, readFileSync(target, 'utf8').replace(marks, `$1${table}\n$2`));
}

/** @type {{ file: string, language: import('../src/platform/config/settingsTable.ts').ReadmeLanguage, head: string }[]} */
const readmes = [
  { file: 'README.md', language: 'en', head: '| Variable | Default | Example | Meaning |' },
  { file: 'LEIAME.md', language: 'pt', head: '| Variável | Padrão | Exemplo | O que é |' },
];

for (const { file, language, head } of readmes) {
  const rows = configTable(language).map(
    ({ name, fallback, example, meaning }) => `| \`${name}\` | ${fallback} | \`${example}\` | ${meaning} |`,
  );
  write(file, 'configuration', [head, '|---|---|---|---|', ...rows].join('\n'));
}

write('README.md', 'benchmarks', partsTable());
write('docs/glossary.md', 'resources', glossaryTable());
write('docs/permissions.md', 'roles', rolesTable());
write('docs/permissions.md', 'calls', endpointsTable());
write('docs/personal-data.md', 'kept', dataInventoryTexts(readConfig({})));
write(
  'docs/licences.md',
  'packages',
  licencesTable(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages),
);

for (const folder of brandFolders.values()) {
  const { brand } = await import(path.join(folder, 'brand.ts'));
  writeFileSync(path.join(folder, 'colours.css'), colourSheet(brand));
}
