import { readFile } from 'node:fs/promises';
import { adminListPaint, launchChromium } from './browser.ts';
import { changeStreams } from './changeStreams.ts';
import { chores } from './chores.ts';
import { databaseGrowth } from './databaseGrowth.ts';
import type { Figure } from './figures.ts';
import { interactions } from './interactions.ts';
import { largeScreens } from './largeScreens.ts';
import { lighthousePages } from './lighthouse.ts';
import { lists } from './lists.ts';
import { memoryOverTime } from './memoryOverTime.ts';
import { pageNavigations } from './navigation.ts';
import { kindOf } from './pages.ts';
import { pageWeight } from './pageWeight.ts';
import type { PartName } from './parts.ts';
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
  /** Whether pages were named, so that each of them is measured. */
  namesPages: boolean;
}

/** Kinds whose hits are measured when no page is named: all hits take the same way, whatever their page. */
const HIT_KINDS = ['/', '/offers', '/contacts', '/vacancies/:uuid'];

/** Measures each part. */
export const measure: Record<PartName, (bench: Bench) => AsyncIterable<Figure> | Promise<Figure[]>> = {
  start: startTimes,
  async *weight({ product, pages }) {
    const browser = await launchChromium();
    const running = await product();
    // Bytes do not depend on what else runs, so the visitors wait at the same time.
    for (const path of await pages())
      yield* await Promise.all(
        (['new', 'with a store'] as const).map((visitor) => pageWeight(browser, running, path, visitor)),
      );
    await browser.close();
  },
  upload: async ({ product }) => [await uploadLargeJpeg(await product())],
  async *cached({ product, pages, namesPages }) {
    const paths = (await pages()).filter((path) => namesPages || HIT_KINDS.includes(kindOf(path)));
    for (const path of [...paths, '/api/site/home', '/api/site/branches'])
      yield await cachedAgainstBare(await product(), path, 'brotli');
    for (const path of ['/', '/api/site/home'])
      yield await cachedAgainstBare(await product(), path, 'uncompressed');
  },
  memory: async ({ product }) => [await residentMemory(await product())],
  list: async ({ product }) => adminListPaint(await product()),
  render: ({ wantsPage }) => uncachedRenders(wantsPage),
  lists,
  live: changeStreams,
  interactions: async ({ product }) => interactions(await product()),
  async *screens({ product }) {
    yield* largeScreens(await product());
  },
  travel: () => pageNavigations(),
  video: largeVideo,
  lighthouse: async ({ product, pages }) => lighthousePages(await product(), await pages()),
  search,
  growth: databaseGrowth,
  crowd: worstMorning,
  payload: listAgainstPayload,
  chores,
  hour: async ({ product }) => memoryOverTime(await product(), Number(process.env.MINUTES ?? 60)),
};

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
