import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { callsTable, rolesTable } from './permissionTables.ts';

const written = readFileSync(resolve(import.meta.dirname, '../../docs/permissions.md'), 'utf8');

test('docs/permissions.md says what each role may; `node scripts/readme.mjs` writes it', () => {
  expect(rolesTable().split('\n').length).toBeGreaterThan(15);
  expect(written).toContain(rolesTable());
});

test('docs/permissions.md has every call that needs a session', () => {
  expect(callsTable().split('\n').length).toBeGreaterThan(100);
  expect(written).toContain(callsTable());
});
