import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { resources } from '../../content/resources.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/security.md'), 'utf8');
const [, section = ''] = page.split('## Rows and files that anonymous callers add\n');
const [chapter = ''] = section.split('\n## ');
const [bounded = '', others = ''] = chapter.split('Nor do they add one to these tables:');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

/** SQLite stores each full-text index in tables of its own. */
const INDEX = /_search(_config|_data|_idx|_pieces)?$/;

test('docs/security.md lists every table as bounded or as closed to anonymous callers', async () => {
  const stored = (await app.deps.db.introspection.getTables()).map(({ name }) => name);
  const tables = stored.filter((name) => !INDEX.test(name));
  const [rows = ''] = bounded.split('| Folder or bucket');
  const listed = [
    ...[...rows.matchAll(/^\| `(\w+)` \| [^|]+ \|$/gm)].map(([, name]) => name),
    ...[...others.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ...resources.map(({ table }) => table).filter((table) => table !== 'job_applications'),
  ];
  expect(listed.toSorted()).toEqual(tables.toSorted());
});

test('docs/security.md bounds the folders that anonymous callers fill', () => {
  for (const folder of ['DATA_DIR/tmp', 'DATA_DIR/files']) expect(bounded).toContain(`| \`${folder}\``);
});
