import { readFile } from 'node:fs/promises';
import { adminListPaint, launchChromium } from './browser.ts';
import { changeStreams } from './changeStreams.ts';
import { databaseGrowth } from './databaseGrowth.ts';
import type { Figure } from './figures.ts';
import { lighthousePages } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memoryOverTime } from './memoryOverTime.ts';
import { pageNavigations } from './navigation.ts';
import { pageWeight } from './pageWeight.ts';
import { listAgainstPayload } from './payload.ts';
import type { RunningProduct } from './product.ts';
import { uncachedRenders } from './render.ts';
import { search } from './search.ts';
import { startTimes } from './startTimes.ts';
import { cachedAgainstBare } from './throughput.ts';
import { uploadLargeJpeg } from './upload.ts';
import { largeVideo } from './video.ts';
import { worstMorning } from './worstMorning.ts';

/** A product with demo content that several parts measure. It starts for the first of them. */
export interface Bench {
  product(): Promise<RunningProduct>;
  /** Returns one address of each kind of page, or of the kinds that were asked for. */
  pages(): Promise<string[]>;
  wantsPage(path: string): boolean;
}

export interface Part {
  /** Text for README.md. */
  measures: string;
  /** Runs only when it is named, because it takes minutes. */
  long?: true;
  run(bench: Bench): AsyncIterable<Figure> | Promise<Figure[]>;
}

/** Parts by name, in the order in which they run: those that load the shared product stand before its memory. */
export const parts: Record<string, Part> = {
  start: { measures: 'Time from process start to the first response', run: startTimes },
  weight: {
    measures: 'Bytes of HTML, JavaScript and CSS of each kind of page',
    async *run({ product, pages }) {
      const browser = await launchChromium();
      for (const path of await pages())
        for (const visitor of ['new', 'with a store'] as const)
          yield await pageWeight(browser, await product(), path, visitor);
      await browser.close();
    },
  },
  upload: {
    measures: 'Upload of a large picture',
    run: async ({ product }) => [await uploadLargeJpeg(await product())],
  },
  cached: {
    measures: 'Requests per second from the response cache, beside a bare `node:http` server',
    async *run({ product, pages }) {
      for (const path of [...(await pages()), '/api/site/home', '/api/site/branches'])
        yield await cachedAgainstBare(await product(), path, 'brotli');
      for (const path of ['/', '/api/site/home'])
        yield await cachedAgainstBare(await product(), path, 'uncompressed');
    },
  },
  memory: {
    measures: 'Resident memory after the parts above',
    run: async ({ product }) => [await residentMemory(await product())],
  },
  list: {
    measures: 'Time until a back-office list is painted',
    run: async ({ product }) => [await adminListPaint(await product())],
  },
  render: {
    measures: 'Pages per second with rendering, with cached and with changed data',
    run: ({ wantsPage }) => uncachedRenders(wantsPage),
  },
  lists: { measures: 'List queries of 1,000 and 100,000 records', long: true, run: lists },
  live: { measures: 'Change notifications to many open screens', long: true, run: changeStreams },
  travel: { measures: 'Navigation between pages', long: true, run: () => pageNavigations() },
  video: { measures: 'Upload and playback of a large video', long: true, run: largeVideo },
  lighthouse: {
    measures: 'Lighthouse scores of each kind of page',
    long: true,
    run: async ({ product, pages }) => lighthousePages(await product(), await pages()),
  },
  search: { measures: 'Search among 100,000 offers', long: true, run: search },
  growth: {
    measures: 'Lists and pages with 100,000 records, in databases of gigabytes',
    long: true,
    run: databaseGrowth,
  },
  crowd: { measures: "A chain's busiest morning", long: true, run: worstMorning },
  payload: {
    measures: 'The same list in Payload CMS, which it installs',
    long: true,
    run: listAgainstPayload,
  },
  hour: {
    measures: 'Memory over an hour (`MINUTES=30` shortens it)',
    long: true,
    run: async ({ product }) => memoryOverTime(await product(), Number(process.env.MINUTES ?? 60)),
  },
};

/** Returns README.md's table of the parts. */
export const partsTable = () =>
  [
    '| Name | Measures |',
    '|---|---|',
    ...Object.entries(parts).map(
      ([name, { measures, long }]) => `| \`${name}\` | ${measures}${long ? '; only when named' : ''} |`,
    ),
  ].join('\n');

async function residentMemory({ pid }: RunningProduct): Promise<Figure> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  return {
    what: 'resident memory after the load of the parts before it',
    measured: `${megabytes.toFixed(0)} MB`,
    goal: '≤ 200 MB',
    reached: megabytes <= 200,
  };
}
