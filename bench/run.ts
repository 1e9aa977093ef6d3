import { readFile } from 'node:fs/promises';
import { adminListPaint, launchChromium } from './browser.ts';
import { changeStreams } from './changeStreams.ts';
import { databaseGrowth } from './databaseGrowth.ts';
import { lighthousePages } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memoryOverTime } from './memoryOverTime.ts';
import { pageNavigations } from './navigation.ts';
import { kindOf, pageKinds } from './pages.ts';
import { pageWeight } from './pageWeight.ts';
import { listAgainstPayload } from './payload.ts';
import { type Figure, median, newDataDir, removeDataDir, startProduct, untilAvifReady } from './product.ts';
import { uncachedRenders } from './render.ts';
import { search } from './search.ts';
import { cachedAgainstBare } from './throughput.ts';
import { uploadLargeJpeg } from './upload.ts';
import { largeVideo } from './video.ts';
import { worstMorning } from './worstMorning.ts';

// npm run bench [-- part … /page …]. Parts: start cached render weight upload memory list lists
// lighthouse video travel live crowd growth hour payload search. The last five run only when named: growth
// fills databases of gigabytes, hour takes an hour (MINUTES=30 shortens it) and payload installs Payload.
// Pages are named as in the figures, for example `/shops/:uuid`. Default: one of each kind.

const [pagesWanted, partsWanted] = [true, false].map((isPage) =>
  process.argv.slice(2).filter((argument) => argument.startsWith('/') === isPage),
);
const wanted = new Set(partsWanted);
const wantsPage = (path: string) => !pagesWanted?.length || pagesWanted.includes(kindOf(path));
const wants = (part: string) => wanted.size === 0 || wanted.has(part);
const figures: Figure[] = [];
const add = (figure: Figure) => {
  figures.push(figure);
  console.log(`${figure.reached ? 'ok  ' : 'MISS'} ${figure.what}: ${figure.measured} (${figure.target})`);
};
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

if (wants('start')) {
  const empty: number[] = [];
  const existing: number[] = [];
  const npm: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const dataDir = await newDataDir();
    for (const [durations, command] of [
      [empty, undefined],
      [existing, undefined],
      [npm, ['npm', 'start', '--silent']],
    ] as const) {
      const product = await startProduct(dataDir, command && [...command]);
      durations.push(product.firstResponseMs);
      await product.stop();
    }
    await removeDataDir(dataDir);
  }
  const start = (what: string, values: number[], limit: number) =>
    add({
      what,
      measured: seconds(median(values)),
      target: `≤ ${seconds(limit)}`,
      reached: median(values) <= limit,
    });
  start('first 200 on empty data with demo content, from process start', empty, 5000);
  start('first 200 on existing data, from process start', existing, 1000);
  start('first 200 on existing data, from npm start', npm, 1500);
}

const dataDir = await newDataDir();
const product = await startProduct(dataDir);
try {
  await untilAvifReady(product);
  const pages = pageKinds(await (await fetch(`${product.url}/sitemap.xml`)).text()).filter(wantsPage);
  if (wants('weight')) {
    const browser = await launchChromium();
    for (const path of pages)
      for (const visitor of ['new', 'with a store'] as const)
        add(await pageWeight(browser, product, path, visitor));
    await browser.close();
  }
  if (wants('upload')) add(await uploadLargeJpeg(product));
  if (wants('cached')) {
    for (const path of [...pages, '/api/site/home', '/api/site/branches'])
      for (const encoding of ['brotli', 'uncompressed'] as const)
        add(await cachedAgainstBare(product, path, encoding));
  }
  if (wants('memory')) {
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8').catch(() => '');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    add({
      what: 'resident memory after the load above',
      measured: `${megabytes.toFixed(0)} MB`,
      target: '≤ 200 MB',
      reached: megabytes <= 200,
    });
  }
  if (wanted.has('hour'))
    for (const figure of await memoryOverTime(product, Number(process.env.MINUTES ?? 60))) add(figure);
  if (wants('list')) add(await adminListPaint(product));
  if (wants('lighthouse')) for (const figure of await lighthousePages(product, pages)) add(figure);
} finally {
  await product.stop();
  await removeDataDir(dataDir);
}
if (wants('render')) for (const figure of await uncachedRenders(wantsPage)) add(figure);
if (wants('lists')) for (const figure of await lists()) add(figure);
if (wanted.has('growth')) for (const figure of await databaseGrowth()) add(figure);
if (wanted.has('crowd')) for (const figure of await worstMorning()) add(figure);
if (wanted.has('search')) for (const figure of await search()) add(figure);
if (wanted.has('payload')) for (const figure of await listAgainstPayload()) add(figure);
if (wants('live')) for (const figure of await changeStreams()) add(figure);
if (wants('travel')) for (const figure of await pageNavigations()) add(figure);
if (wants('video')) for (const figure of await largeVideo()) add(figure);

console.log(`\n| What | Measured | Figure |\n|---|---|---|`);
for (const { what, measured, target, reached } of figures) {
  console.log(`| ${what} | ${measured}${reached ? '' : ' (**missed**)'} | ${target} |`);
}
console.log(`\n${figures.filter((figure) => figure.reached).length} of ${figures.length} figures reached`);
