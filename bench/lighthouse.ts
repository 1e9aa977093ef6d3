import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import type { Figure } from './figures.ts';
import { kindOf } from './pages.ts';
import { median, type RunningProduct } from './product.ts';

const RUNS = 5;
const LEAST_SCORE = 98;
/** Installed for this benchmark only, because it is as large as all other dependencies. */
const PROGRAM = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');

/** The parts of Lighthouse's report that are read. */
interface Report {
  categories: Record<
    string,
    { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

async function reportOn(address: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      PROGRAM,
      address,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${['--headless', ...chromiumArgs].join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: chromiumPath({ whole: true }) },
      maxBuffer: 64 * 2 ** 20,
      timeout: 120_000,
    },
  );
  return JSON.parse(stdout) as Report;
}

interface TriedPage {
  path: string;
  runs: Record<string, number>[];
  complaints: Set<string>;
}

/**
 * Runs Lighthouse as on a phone with simulated throttling and takes the median of five. Runs alternate over
 * all pages, so that other load on the machine affects no page alone.
 */
export async function lighthousePages(product: RunningProduct, paths: readonly string[]): Promise<Figure[]> {
  const pages: TriedPage[] = paths.map((path) => ({ path, runs: [], complaints: new Set() }));
  for (let run = 0; run < RUNS; run += 1)
    for (const page of pages) {
      await tryOnce(product, page);
      console.log(kindOf(page.path), JSON.stringify(page.runs.at(-1)));
    }
  return pages.flatMap(figuresOf);
}

async function tryOnce(product: RunningProduct, { path, runs, complaints }: TriedPage) {
  const address = product.url + path;
  // Lighthouse asks for another run when the browser's trace lacks its beginning, which may happen twice.
  const again = () => reportOn(address);
  const report = await again().catch(again).catch(again);
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  runs.push({
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  });
  for (const category of Object.values(report.categories)) {
    for (const { id, weight } of category.auditRefs) {
      const audit = report.audits[id];
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9)
        complaints.add(`${category.id}: ${id}`);
    }
  }
}

function figuresOf({ path, runs, complaints }: TriedPage): Figure[] {
  if (complaints.size) console.log(`Lighthouse on ${path} finds: ${[...complaints].join(', ')}`);
  // Runs in which Chromium painted nothing have no values, and are skipped.
  const middle = (name: string) =>
    median(runs.map((run) => run[name] ?? Number.NaN).filter((value) => !Number.isNaN(value)));
  const at = (what: string, measured: string, goal: string, reached: boolean): Figure => ({
    what: `Lighthouse mobile on ${kindOf(path)}: ${what}`,
    measured,
    goal,
    reached,
  });
  const categories = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) => {
    const least = Math.min(...runs.map((run) => run[name] ?? 0));
    const [score, reached] = [middle(name), middle(name) === 100 && least >= LEAST_SCORE];
    return at(name, `${score}, least ${least}`, `100, no round under ${LEAST_SCORE}`, reached);
  });
  return [
    ...categories,
    at('first paint', `${(middle('fcp') / 1000).toFixed(2)} s`, '≤ 1.0 s', middle('fcp') <= 1000),
    at('LCP', `${(middle('lcp') / 1000).toFixed(2)} s`, '≤ 1.9 s', middle('lcp') <= 1900),
    at('CLS', middle('cls').toFixed(3), '≤ 0.01', middle('cls') <= 0.01),
    at('blocking', `${middle('tbt').toFixed(0)} ms`, '≤ 60 ms', middle('tbt') <= 60),
  ];
}
