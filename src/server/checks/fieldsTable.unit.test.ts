import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsTable } from '../fieldsTable.ts';

test('docs/fields.md lists the fields of all defined records as `npm run docs` writes them', () => {
  const written = readFileSync(resolve(import.meta.dirname, '../../../docs/fields.md'), 'utf8');
  expect(fieldsTable().split('\n').length).toBeGreaterThan(80);
  expect(written).toContain(fieldsTable());
});
