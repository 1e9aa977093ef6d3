import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The modules of ours that `file` brings along when it runs; types are gone by then. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(
    /^(?:import|export) (?!type\b)(?:[^'"`;]*? from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
  );
  return Array.from(named, ([, stated, awaited]) => resolve(dirname(file), stated ?? awaited ?? '')).filter(
    (path) => /\.tsx?$/.test(path) && existsSync(path),
  );
}

/** Everything that `files` bring along, each by the way that leads to it. */
function reachedFrom(files: string[]): Map<string, string> {
  const ways = new Map(files.map((file) => [file, relative(root, file)]));
  for (const [file, way] of ways)
    for (const next of importsOf(file))
      if (!ways.has(next)) ways.set(next, `${way} → ${relative(root, next)}`);
  return ways;
}

describe('what answers with the site', () => {
  const side = globSync(
    ['src/site/**/*.{ts,tsx}', 'src/server/{addresses,discovery,forms,pages,site,unknown}.ts'],
    { cwd: root },
  )
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => resolve(root, file));

  test('reaches no service and no database, by whatever way: it asks endpoints', () => {
    const reached = reachedFrom(side);
    expect(reached.size).toBeGreaterThan(150);
    // What notes which tables an answer read (watch.ts) reads none itself.
    const refused = [...reached].filter(([file]) =>
      /\.service\.ts$|\/platform\/database\/(?!watch\.ts$)/.test(file),
    );
    expect(refused.map(([, way]) => way)).toEqual([]);
  });

  test('is given no database by its caller', () => {
    const users = side.filter((file) =>
      /\bdeps\.(db|database|write)\b|\bdb\b/.test(readFileSync(file, 'utf8')),
    );
    expect(users.map((file) => relative(root, file))).toEqual([]);
  });
});

test('the way through imports is one that a service would be found by', () => {
  const reached = reachedFrom([resolve(root, 'src/features/banners/banner.routes.ts')]);
  const ways = [...reached].filter(([file]) => file.endsWith('banner.service.ts')).map(([, way]) => way);
  expect(ways).toEqual(['src/features/banners/banner.routes.ts → src/features/banners/banner.service.ts']);
});

test('another program is started in one place alone, and through no shell', () => {
  const product = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|drill)\.tsx?$/.test(file),
  );
  const found = product.filter((file) => /child_process/.test(readFileSync(resolve(root, file), 'utf8')));
  expect(found).toEqual(['src/platform/children.ts']);
  expect(readFileSync(resolve(root, 'src/platform/children.ts'), 'utf8')).not.toMatch(
    /\b(exec\w*|spawn\w*)\(|shell:/,
  );
});
