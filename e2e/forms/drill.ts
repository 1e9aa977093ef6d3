import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startProduct } from '../product.ts';
import { BrowserLane } from './browserLane.ts';
import { type CellResult, runFormCell } from './drillCell.ts';
import { type DrilledForm, drilledGroups } from './drilledForms.ts';
import { failures } from './formFailures.ts';

// npm run drill -- forms [form…] [failure…] [--resume]: every form in every failure, in two browsers at a
// time.

const LANES = Number(process.env.LANES ?? 2);
const RESULTS = resolve(import.meta.dirname, '../../test-results/forms.jsonl');

const isPassed = ({ error, fieldsLost, filesLost, notes }: CellResult) =>
  !error && fieldsLost.length + filesLost.length + notes.length === 0;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isResumed = process.argv.includes('--resume');
const wantedFailures = words.filter((word) => word in failures);
const wantedForms = words.filter((word) => !(word in failures));
const columns = Object.keys(failures).filter(
  (name) => wantedFailures.length === 0 || wantedFailures.includes(name),
);
const isWanted = ({ name }: DrilledForm) =>
  wantedForms.length === 0 || wantedForms.some((word) => name === word || name.split('/')[0] === word);

const rows = (await drilledGroups())
  .map((group) => group.forms.filter(isWanted))
  .filter((forms) => forms.length > 0);
if (rows.length === 0) throw new Error(`no form is called ${wantedForms.join(', ')}`);

const before: CellResult[] = isResumed
  ? (await readFile(RESULTS, 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const results = new Map<string, CellResult>(
  before.filter(isPassed).map((result) => [`${result.form} ${result.failure}`, result]),
);
await mkdir(dirname(RESULTS), { recursive: true });
if (!isResumed) await writeFile(RESULTS, '');

const since = performance.now();
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-forms-data-'));
const product = await startProduct({ dataDir });
// Largest groups first, so that no lane waits long for the other.
const queue = rows.toSorted((one, other) => other.length - one.length);
/** Different for each cell, so that no two cells type the same values. */
let seed = results.size;

const lanes: BrowserLane[] = [];
async function cleanUp(): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.stop()));
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => cleanUp().finally(() => process.exit(1)));

async function work(): Promise<void> {
  const lane = await BrowserLane.open(product);
  lanes.push(lane);
  for (let forms = queue.shift(); forms; forms = queue.shift())
    for (const form of forms)
      for (const failure of columns) {
        const name = `${form.name} ${failure}`;
        if (results.has(name)) continue;
        seed += 1;
        const result = await runFormCell(lane, form, failure, seed);
        results.set(name, result);
        await appendFile(RESULTS, `${JSON.stringify(result)}\n`);
        if (!isPassed(result)) report(result);
        await lane.clearDrafts();
      }
}

function report({ form, failure, error, fieldsLost, filesLost, notes }: CellResult): void {
  const findings = [error && `could not: ${error}`, ...fieldsLost, ...filesLost, ...notes].filter(Boolean);
  console.log(`${form} × ${failure}\n  ${findings.join('\n  ')}`);
}

try {
  await Promise.all(Array.from({ length: Math.min(LANES, rows.length) }, work));
} finally {
  await cleanUp();
}

const names = rows.flat().map(({ name }) => name);
const width = Math.max(...names.map(({ length }) => length));
const symbol = (result: CellResult | undefined) => {
  if (!result) return '-';
  if (isPassed(result)) return 'ok';
  if (result.error) return 'X';
  return `${result.fieldsLost.length}/${result.filesLost.length}${result.notes.length > 0 ? '!' : ''}`;
};
console.log(`\n${' '.repeat(width)} ${columns.map((name) => name.padStart(7)).join(' ')}`);
for (const name of names)
  console.log(
    `${name.padEnd(width)} ${columns.map((failure) => symbol(results.get(`${name} ${failure}`)).padStart(7)).join(' ')}`,
  );
const all = [...results.values()];
const count = (valueIn: (result: CellResult) => number) =>
  all.reduce((sum, result) => sum + valueIn(result), 0);
const bad = all.filter((result) => !isPassed(result));
console.log(
  `\n${all.length} cells of ${names.length} forms in ${Math.round((performance.now() - since) / 1000)} s: ` +
    `${count(({ fields }) => fields)} fields and ${count(({ files }) => files)} files filled in; ` +
    `fields lost ${count(({ fieldsLost }) => fieldsLost.length)}, files lost ${count(({ filesLost }) => filesLost.length)}, ` +
    `not gone through ${all.filter(({ error }) => error).length}, other findings ${count(({ notes }) => notes.length)}`,
);
process.exitCode = bad.length > 0 ? 1 : 0;
