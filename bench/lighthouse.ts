import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';
import { kindOf } from './pages.ts';
import { type Figure, median, type Running } from './product.ts';

const RUNS = 5;
/** Installed for this alone: it weighs as much as all the rest. */
const PROGRAM = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');

/** What is read of its report. */
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
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 64 * 2 ** 20, timeout: 120_000 },
  );
  return JSON.parse(stdout) as Report;
}

/** Lighthouse as on a phone, simulated throttling, median of five. */
export async function lighthousePage(product: Running, path: string): Promise<Figure[]> {
  const runs: Record<string, number>[] = [];
  const complaints = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const report = await reportOn(product.url + path);
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
    });
    for (const category of Object.values(report.categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = report.audits[id];
        if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9)
          complaints.add(`${category.id}: ${id}`);
      }
    }
  }
  if (complaints.size) console.log(`Lighthouse on ${path} finds: ${[...complaints].join(', ')}`);
  // A run in which Chromium painted nothing, as happens once in a while, measured nothing.
  const middle = (name: string) =>
    median(runs.map((run) => run[name] ?? Number.NaN).filter((value) => !Number.isNaN(value)));
  const at = (what: string, measured: string, target: string, reached: boolean): Figure => ({
    what: `Lighthouse mobile on ${kindOf(path)}: ${what}`,
    measured,
    target,
    reached,
  });
  return [
    at('performance', String(middle('performance')), '≥ 97', middle('performance') >= 97),
    ...['accessibility', 'best-practices', 'seo'].map((name) =>
      at(name, String(middle(name)), '100', middle(name) === 100),
    ),
    at('first paint', `${(middle('fcp') / 1000).toFixed(2)} s`, '≤ 1.3 s', middle('fcp') <= 1300),
    at('LCP', `${(middle('lcp') / 1000).toFixed(2)} s`, '≤ 2.0 s', middle('lcp') <= 2000),
    at('CLS', middle('cls').toFixed(3), '≤ 0.02', middle('cls') <= 0.02),
  ];
}
