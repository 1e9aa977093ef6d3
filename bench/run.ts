import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { circumstances, type Figure, figuresTable, replaceSections } from './figures.ts';
import { type Bench, measure } from './measurements.ts';
import { kindOf, pageKinds } from './pages.ts';
import { PARTS, type PartName } from './parts.ts';
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  root,
  startProduct,
  untilAvifReady,
} from './product.ts';

// npm run bench [-- part … /page … --write]. Without names all parts run that are not `long`. Pages are named as in
// the figures, for example `/shops/:uuid`; default is one of each kind. `--write` replaces the sections of these
// parts in docs/performance.md.

const DOCUMENT = join(root, 'docs/performance.md');
const given = process.argv.slice(2);
const asked = given.filter((argument) => !argument.startsWith('--'));
const pages = asked.filter((argument) => argument.startsWith('/'));
const names = asked.filter((argument) => !argument.startsWith('/'));
const unknown = [
  ...names.filter((name) => !(name in PARTS)),
  ...given.filter((argument) => argument.startsWith('--') && argument !== '--write'),
];
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}; option: --write`);

const wantsPage = (path: string) => pages.length === 0 || pages.includes(kindOf(path));
let started: Promise<RunningProduct> | undefined;
const bench: Bench = {
  product: () => (started ??= startShared()),
  async pages() {
    const { url } = await bench.product();
    return pageKinds(await (await fetch(`${url}/sitemap.xml`)).text()).filter(wantsPage);
  },
  wantsPage,
  namesPages: pages.length > 0,
};

const measured = new Map<string, Figure[]>();
const begun = performance.now();
try {
  for (const name of Object.keys(PARTS) as PartName[]) {
    if (names.length > 0 ? !names.includes(name) : 'long' in PARTS[name]) continue;
    const figures: Figure[] = [];
    measured.set(name, figures);
    for await (const figure of await measure[name](bench)) {
      figures.push(figure);
      const { reached, what, goal, measured: value } = figure;
      console.log(`${reached ? 'ok  ' : 'MISS'} ${what}: ${value} (${goal})`);
    }
  }
} finally {
  const product = await started?.catch(() => undefined);
  await product?.stop();
  if (product) await removeDataDir(product.dataDir);
}

const all = [...measured.values()].flat();
console.log(`\n${figuresTable(all)}\n\n${circumstances()}`);
console.log(
  `${all.filter(({ reached }) => reached).length} of ${all.length} goals reached, in ${Math.round((performance.now() - begun) / 1000)} s`,
);
if (given.includes('--write')) await writeSections();

/**
 * Starts the product on its own data, without background work that would affect the figures. The start that fills
 * the database happens once in a product's life and leaves its memory behind, so another start follows.
 */
async function startShared(): Promise<RunningProduct> {
  const filling = await startProduct(await newDataDir());
  await untilAvifReady(filling);
  await filling.stop();
  return startProduct(filling.dataDir);
}

async function writeSections() {
  const sections = new Map(
    [...measured].map(([name, figures]) => [name, `${circumstances()}\n\n${figuresTable(figures)}`]),
  );
  const document = await readFile(DOCUMENT, 'utf8');
  await writeFile(DOCUMENT, replaceSections(document, sections, Object.keys(PARTS)));
}
