import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Returns the project's modules that `file` imports at run time, without type imports. */
function importsOf(file: string, isDynamic: boolean): string[] {
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(
    /^(?:import|export) (?!type\b)(?:[^'"`;]*? from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
  );
  return Array.from(named, ([, stated, awaited]) => stated ?? (isDynamic && awaited))
    .map((path) => resolve(dirname(file), path || ''))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));
}

/** Returns all modules that `files` import directly or indirectly, each with its chain of imports. */
function reachedFrom(files: string[], isDynamic = true): Map<string, string> {
  const chains = new Map(files.map((file) => [file, relative(root, file)]));
  for (const [file, chain] of chains)
    for (const next of importsOf(file, isDynamic))
      if (!chains.has(next)) chains.set(next, `${chain} → ${relative(root, next)}`);
  return chains;
}

describe('pages', () => {
  const side = globSync(
    [
      'src/site/**/*.{ts,tsx}',
      'src/server/{discovery,forms,missingRecord,pageAddresses,pages,siteProcess}.ts',
    ],
    { cwd: root },
  )
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => resolve(root, file));

  test('pages import no service and no database, directly or indirectly: they call endpoints', () => {
    const reached = reachedFrom(side);
    expect(reached.size).toBeGreaterThan(150);
    // `dependencyTracking.ts` tracks dependencies of responses and reads no table itself.
    const refused = [...reached].filter(([file]) =>
      /\.service\.ts$|\/platform\/database\/(?!dependencyTracking\.ts$)/.test(file),
    );
    expect(refused.map(([, way]) => way)).toEqual([]);
  });

  test('pages get no database from their caller', () => {
    const users = side.filter((file) =>
      /\bdeps\.(db|database|write)\b|\bdb\b/.test(readFileSync(file, 'utf8')),
    );
    expect(users.map((file) => relative(root, file))).toEqual([]);
  });
});

test('a service is found through the imports of its routes', () => {
  const reached = reachedFrom([resolve(root, 'src/content/banners/banner.routes.ts')]);
  const ways = [...reached].filter(([file]) => file.endsWith('banner.service.ts')).map(([, way]) => way);
  expect(ways).toEqual(['src/content/banners/banner.routes.ts → src/content/banners/banner.service.ts']);
});

test('one module alone starts other programs, without a shell', () => {
  const product = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const spawning = product.filter((file) => /child_process/.test(readFileSync(resolve(root, file), 'utf8')));
  expect(spawning).toEqual(['src/platform/processes/children.ts']);
  expect(readFileSync(resolve(root, 'src/platform/processes/children.ts'), 'utf8')).not.toMatch(
    /\b(exec\w*|spawn\w*)\(|shell:/,
  );
});

/** Packages that a start does not need: another database, other files, the API document, sign-ins, imports. */
const LATER = [
  ...['@aws-sdk/', 'pg', '@fastify/swagger', 'otpauth', 'bowser', 'papaparse', 'nodemailer', 'sharp'],
  ...['@simplewebauthn/server', 'qrcode-generator', 'file-type', 'react-router'],
];

test.each(LATER)('a start with SQLite and files on disk loads no %s', (name) => {
  const own = name.endsWith('/') ? name : `${name}'`;
  const using = new RegExp(`^import (?!type\\b)[^;]*'${own}|\\bimport\\('${own}`, 'm');
  const importing = new RegExp(`^import (?!type\\b)[^;]*'${own}`, 'm');
  const start = ['serve.ts', 'serveProduct.ts'].map((file) => resolve(root, 'src/server', file));
  const textOf = (file: string) => readFileSync(file, 'utf8');
  expect([...reachedFrom(start).keys()].some((file) => using.test(textOf(file)))).toBe(true);
  const atStart = [...reachedFrom(start, false)].filter(([file]) => importing.test(textOf(file)));
  expect(atStart.map(([, chain]) => chain)).toEqual([]);
});
