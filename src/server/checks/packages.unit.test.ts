import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIX_DEADLINE_DAYS, overdueAdvisories } from '../../../scripts/lib/audit.mjs';
import { licencesTable } from '../../../scripts/lib/licences.mjs';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  link?: boolean;
}

describe.each(['.', 'bench/lighthouse', 'test/foreign'])('the packages of %s', (folder) => {
  const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as {
    packages: Record<string, Locked>;
  };
  const locked = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);

  test('the lock file has a digest and no registry URL for each package', () => {
    expect(locked.length).toBeGreaterThan(50);
    for (const [name, { integrity, resolved }] of locked) {
      expect(integrity, name).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(resolved, name).toBeUndefined();
    }
  });

  test('no package has an install script', () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  test('package.json requests exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read(`${folder}/package.json`),
    );
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

/** Licences that allow use, change and redistribution beside code of any licence. */
const PERMISSIVE = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  'Unlicense',
]);

/**
 * Reviewed exceptions as `package: licence`: copyleft of separate, unchanged files, and packages with their
 * licence in a file only.
 */
const LOOKED_AT =
  /^node_modules\/(png-js: undefined|@img\/sharp-(libvips|win32|wasm32)[\w-]*: .*LGPL-3\.0-or-later|(fxa-common-password-list|incremental-encoder): MPL[- ]2\.0)/;

describe('licences of shipped packages', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

  test('each licence is permissive or a reviewed exception of docs/licences.md', () => {
    const restricted = Object.entries(packages).filter(
      ([name, { dev, license = '' }]) =>
        name !== '' && !dev && !license.split(' AND ').every((licence) => PERMISSIVE.has(licence)),
    );
    for (const [name, { license }] of restricted) expect(`${name}: ${license}`).toMatch(LOOKED_AT);
  });

  test('docs/licences.md lists each licence', () => {
    expect(read('docs/licences.md')).toContain(licencesTable(packages));
  });
});

describe('known vulnerabilities', () => {
  const DAY = 86_400_000;
  const now = Date.parse('2026-11-23T12:00:00Z');
  const daysAgo = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10);
  const url = 'https://github.com/advisories/GHSA-1';
  const reportOf = (severity: 'critical' | 'high' | 'moderate' | 'low') => ({
    vulnerabilities: {
      below: {
        via: [{ url, name: 'below', title: 'breaks', severity }],
        nodes: ['node_modules/below'],
      },
      above: { via: ['below'], nodes: ['node_modules/above'] },
    },
  });
  const judge = (severity: 'critical' | 'high' | 'moderate' | 'low', days: number, dev = false) =>
    overdueAdvisories(
      reportOf(severity),
      { 'GHSA-1': { public: daysAgo(days) } },
      { 'node_modules/below': { dev } },
      now,
    );

  test.each([
    ['critical', 7],
    ['high', 14],
    ['moderate', 30],
    ['low', 90],
  ] as const)('a vulnerability of severity %s is overdue after %i days', (severity, days) => {
    expect(judge(severity, days - 1)).toEqual([]);
    expect(judge(severity, days + 1)).toEqual([expect.stringMatching(/^below: .*o prazo passou$/)]);
    expect(judge(severity, days * 2 - 1, true)).toEqual([]);
    expect(judge(severity, days * 2 + 1, true)).toHaveLength(1);
  });

  test('reports a vulnerability without a review, and skips an accepted one', () => {
    expect(overdueAdvisories(reportOf('low'), {}, {}, now)).toEqual([expect.stringContaining('nova')]);
    const accepted = { 'GHSA-1': { public: daysAgo(400), accepted: 'we never call it' } };
    expect(overdueAdvisories(reportOf('critical'), accepted, {}, now)).toEqual([]);
    expect(overdueAdvisories({ vulnerabilities: {} }, {}, {}, now)).toEqual([]);
  });

  test('the deadlines for advisories equal those of SECURITY.md', () => {
    const promised = read('SECURITY.md').split('## Dependencies')[1] ?? '';
    for (const [word, days] of [
      ['critical', FIX_DEADLINE_DAYS.critical],
      ['high', FIX_DEADLINE_DAYS.high],
      ['medium', FIX_DEADLINE_DAYS.moderate],
      ['low', FIX_DEADLINE_DAYS.low],
    ])
      expect(promised).toMatch(new RegExp(`\\|[^|]*\\b${word} \\| ${days} days \\|`));
  });
});
