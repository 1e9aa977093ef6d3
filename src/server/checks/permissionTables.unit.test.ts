import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { endpointsTable, rolesTable } from '../permissionTables.ts';

const written = readFileSync(resolve(import.meta.dirname, '../../../docs/permissions.md'), 'utf8');

test('docs/permissions.md lists the permissions of each role as `npm run docs` writes them', () => {
  expect(rolesTable().split('\n').length).toBeGreaterThan(15);
  expect(written).toContain(rolesTable());
});

test('docs/permissions.md lists each endpoint that needs a session', () => {
  expect(endpointsTable().split('\n').length).toBeGreaterThan(100);
  expect(written).toContain(endpointsTable());
});
