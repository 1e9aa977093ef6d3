import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { root, runNode, say } from './lib/project.mjs';

// Compares the results that a rename or refactoring must not change: the API document, permissions, configuration,
// schema, HTML of the pages, SQL of each endpoint, sizes, and the names of metrics and log messages.
//   npm run baseline -- write    before the change
//   npm run baseline -- compare  after it; lists each difference and exits with 1
// A second argument names another directory than .cache/baseline.

/** Allowed relative difference of sizes: a rename changes how names in scripts are shortened. */
const SIZE_TOLERANCE = 0.01;

await main(async () => {
  const [command, directory = '.cache/baseline'] = process.argv.slice(2);
  if (command !== 'write' && command !== 'compare')
    throw new Error('npm run baseline -- write|compare [pasta]');
  await ensureInstalled();
  await ensureBuilt();
  const target = path.resolve(root, command === 'write' ? directory : `${directory}.new`);
  const config = ['--config', 'test/baseline/baseline.config.ts'];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...config], { BASELINE_DIR: target });
  if (code !== 0 || command === 'write') {
    process.exitCode = code;
    return;
  }
  const differences = await compare(path.resolve(root, directory), target);
  for (const line of differences) say(line);
  say(differences.length === 0 ? 'a linha de base é a mesma' : `${differences.length} diferenças`);
  process.exitCode = differences.length === 0 ? 0 : 1;
});

/**
 * Lists the differences of two baselines, one per line.
 * @param {string} before
 * @param {string} after
 */
async function compare(before, after) {
  const names = new Set([...(await filesIn(before)), ...(await filesIn(after))]);
  /** @type {string[]} */
  const differences = [];
  for (const name of [...names].sort()) {
    const read = (/** @type {string} */ directory) =>
      readFile(path.join(directory, name), 'utf8').catch(() => '');
    const [old, current] = [await read(before), await read(after)];
    if (old === current) continue;
    if (name === 'sizes.json')
      differences.push(...sizeDifferences(JSON.parse(old || '{}'), JSON.parse(current || '{}')));
    else differences.push(...lineDifferences(name, old, current));
  }
  return differences;
}

/** @param {string} directory */
async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
}

/**
 * Returns the lines that only one of the two texts has.
 * @param {string} name
 * @param {string} old
 * @param {string} current
 */
function lineDifferences(name, old, current) {
  const left = new Set(old.split('\n'));
  const right = new Set(current.split('\n'));
  return [
    ...[...left].filter((line) => !right.has(line)).map((line) => `${name}: - ${line.slice(0, 300)}`),
    ...[...right].filter((line) => !left.has(line)).map((line) => `${name}: + ${line.slice(0, 300)}`),
  ];
}

/**
 * @param {Record<string, number | Record<string, number>>} old
 * @param {Record<string, number | Record<string, number>>} current
 * @returns {string[]}
 */
function sizeDifferences(old, current, prefix = '') {
  return Object.entries(old).flatMap(([name, bytes]) => {
    const now = current[name];
    if (typeof bytes === 'object')
      return typeof now === 'object' ? sizeDifferences(bytes, now, `${name} `) : [`sizes.json: - ${name}`];
    if (typeof now === 'number' && Math.abs(now - bytes) <= bytes * SIZE_TOLERANCE) return [];
    return [`sizes.json: ${prefix}${name}: ${bytes} -> ${now} bytes`];
  });
}
