import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { backupNotice } from './backups.words.ts';
import { dataInventory } from './dataInventory.ts';
import { dataInventoryTexts } from './dataInventoryTexts.ts';
import { LEGAL_BASES } from './legalBases.ts';

const entry = (key: string, environment = {}) =>
  dataInventory(readConfig(environment)).find((item) => item.key === key);

test('docs/personal-data.md has the current data inventory (`npm run docs` writes it)', () => {
  const written = readFileSync(resolve(import.meta.dirname, '../../../docs/personal-data.md'), 'utf8');
  expect(written).toContain(dataInventoryTexts(readConfig({})));
});

test('the data inventory shows the retention times of the configuration', () => {
  expect(entry('applications', { RETENTION_MONTHS: '7' })?.howLong.pt).toContain('7 meses');
  expect(entry('contacts', { BIN_DAYS: '1', VERSION_MONTHS: '3' })?.howLong.pt).toMatch(/3 meses.* 1 dia;/);
  expect(entry('team', { SESSION_IDLE: '30m', SESSION_ABSOLUTE: '36h' })?.howLong.pt).toContain(
    '30 minutos sem uso e 36 horas',
  );
});

test('the privacy page cites the legal bases of the data inventory', () => {
  expect(entry('applications')?.basis.pt).toContain(LEGAL_BASES.contract);
  expect(entry('applications')?.basis.pt).toContain(LEGAL_BASES.consent);
  expect(entry('visitors')?.basis.pt).toContain(LEGAL_BASES.interest);
  const page = readFileSync(resolve(import.meta.dirname, '../../site/pages/PrivacyPage.tsx'), 'utf8');
  for (const name of ['contract', 'consent', 'interest', 'rights', 'answer'])
    expect(page).toContain(`{LEGAL_BASES.${name}}`);
  expect(page).not.toMatch(/art\. \d/);
});

test('an erasure says until when backups contain the erased data', () => {
  const now = Date.parse('2026-11-23T15:00:00.000Z');
  expect(backupNotice(readConfig({}), now)).toContain('não faz backups automaticamente');
  const shelf = { BACKUP_TO: '/copias' };
  expect(backupNotice(readConfig(shelf), now)).toMatch(/até por volta de 07\/12\/2026.*últimos 14/);
  const often = readConfig({ ...shelf, BACKUP_EVERY: '6h', BACKUP_KEEP: '4' });
  expect(backupNotice(often, now)).toContain('24/11/2026');
});
