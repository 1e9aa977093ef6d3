import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startProduct } from '../product.ts';
import { go, type Result } from './cell.ts';
import { failures } from './failures.ts';
import { Lane } from './lane.ts';
import { type DrilledForm, groups } from './list.ts';

// npm run drill -- forms [form…] [failure…] [--resume]: every form in every failure, two browsers at a time.

const LANES = Number(process.env.LANES ?? 2);
const RESULTS = resolve(import.meta.dirname, '../../test-results/forms.jsonl');

const isWell = ({ error, fieldsLost, filesLost, notes }: Result) =>
  !error && fieldsLost.length + filesLost.length + notes.length === 0;

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isResumed = process.argv.includes('--resume');
const wantedFailures = asked.filter((word) => word in failures);
const wantedForms = asked.filter((word) => !(word in failures));
const columns = Object.keys(failures).filter(
  (name) => wantedFailures.length === 0 || wantedFailures.includes(name),
);
const isWanted = ({ name }: DrilledForm) =>
  wantedForms.length === 0 || wantedForms.some((word) => name === word || name.split('/')[0] === word);

const rows = (await groups())
  .map((group) => group.forms.filter(isWanted))
  .filter((forms) => forms.length > 0);
if (rows.length === 0) throw new Error(`no form is called ${wantedForms.join(', ')}`);

const before: Result[] = isResumed
  ? (await readFile(RESULTS, 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const results = new Map<string, Result>(
  before.filter(isWell).map((result) => [`${result.form} ${result.failure}`, result]),
);
await mkdir(dirname(RESULTS), { recursive: true });
if (!isResumed) await writeFile(RESULTS, '');

const since = performance.now();
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-forms-data-'));
const product = await startProduct({ dataDir });
// The largest first, so that neither waits long for the other.
const waiting = rows.toSorted((one, other) => other.length - one.length);
/** Of each cell, so that no two type the same. */
let seed = results.size;

const lanes: Lane[] = [];
async function tidy(): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.stop()));
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => tidy().finally(() => process.exit(1)));

async function work(): Promise<void> {
  const lane = await Lane.open(product);
  lanes.push(lane);
  for (let forms = waiting.shift(); forms; forms = waiting.shift())
    for (const form of forms)
      for (const failure of columns) {
        const name = `${form.name} ${failure}`;
        if (results.has(name)) continue;
        seed += 1;
        const result = await go(lane, form, failure, seed);
        results.set(name, result);
        await appendFile(RESULTS, `${JSON.stringify(result)}\n`);
        if (!isWell(result)) tell(result);
        await lane.clean();
      }
}

function tell({ form, failure, error, fieldsLost, filesLost, notes }: Result): void {
  const what = [error && `could not: ${error}`, ...fieldsLost, ...filesLost, ...notes].filter(Boolean);
  console.log(`${form} × ${failure}\n  ${what.join('\n  ')}`);
}

try {
  await Promise.all(Array.from({ length: Math.min(LANES, rows.length) }, work));
} finally {
  await tidy();
}

const names = rows.flat().map(({ name }) => name);
const width = Math.max(...names.map(({ length }) => length));
const mark = (result: Result | undefined) => {
  if (!result) return '-';
  if (isWell(result)) return 'ok';
  if (result.error) return 'X';
  return `${result.fieldsLost.length}/${result.filesLost.length}${result.notes.length > 0 ? '!' : ''}`;
};
console.log(`\n${' '.repeat(width)} ${columns.map((name) => name.padStart(7)).join(' ')}`);
for (const name of names)
  console.log(
    `${name.padEnd(width)} ${columns.map((failure) => mark(results.get(`${name} ${failure}`)).padStart(7)).join(' ')}`,
  );
const all = [...results.values()];
const count = (of: (result: Result) => number) => all.reduce((sum, result) => sum + of(result), 0);
const bad = all.filter((result) => !isWell(result));
console.log(
  `\n${all.length} cells of ${names.length} forms in ${Math.round((performance.now() - since) / 1000)} s: ` +
    `${count(({ fields }) => fields)} fields and ${count(({ files }) => files)} files filled in; ` +
    `fields lost ${count(({ fieldsLost }) => fieldsLost.length)}, files lost ${count(({ filesLost }) => filesLost.length)}, ` +
    `not gone through ${all.filter(({ error }) => error).length}, other findings ${count(({ notes }) => notes.length)}`,
);
process.exitCode = bad.length > 0 ? 1 : 0;
