import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recipes } from '../demo/recipes.ts';
import {
  kilobytes,
  LINES,
  LOOPBACK,
  launchChromium,
  measureListPaint,
  measureSteps,
  openRecipes,
  POINTERS,
  type Steps,
} from './browser.ts';
import type { Figure } from './figures.ts';
import { ensurePayloadBuilt, type ServedList, servePayload } from './payloadProduct.ts';
import { median, newDataDir, quartiles, removeDataDir, startProduct, untilAvifReady } from './product.ts';

async function serveOurs(): Promise<ServedList> {
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir);
  await untilAvifReady(product);
  return {
    list: (browser) => openRecipes(browser, product),
    async stop() {
      await product.stop();
      await removeDataDir(dataDir);
    },
  };
}

/**
 * Serves a lower bound: the same names in a plain table without style, picture or script, from Node's own
 * server.
 */
async function serveBare() {
  const rows = recipes.map(({ name, category }) => `<tr><td>${name}</td><td>${category}</td></tr>`).join('');
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Receitas</title><table><tbody>${rows}</tbody></table>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ROUNDS = 7;
const WARM_UP = 1;
/** Limits of our medians as multiples of Payload's, by line. */
const LIMITS = [
  { list: 0.75, step: 0.6 },
  { list: 0.75, step: 0.6 },
  { list: 0.6, step: 0.6 },
];

interface Measured {
  paint: number[];
  code: number[];
  /** One entry for each pointer. */
  steps: Record<keyof Steps, number[]>[];
}

/**
 * Compares our list of recipes with Payload's of the same recipes, in turns and on each line: time to its tenth
 * row, size, and the steps from the menu to the list and from a row to its form.
 */
export async function* listAgainstPayload(): AsyncGenerator<Figure> {
  await ensurePayloadBuilt();
  const browser = await launchChromium();
  const bare = await serveBare();
  const bareList = { address: bare.address, storageState: { cookies: [], origins: [] } };
  const servers: ServedList[] = [];
  const open = async (serve: () => Promise<ServedList>) => {
    const server = await serve();
    servers.push(server);
    return server.list(browser);
  };
  try {
    const lists = [await open(serveOurs), await open(servePayload)];
    for (const [at, line] of LINES.entries()) {
      const floor: number[] = [];
      const shown = lists.map(
        (): Measured => ({ paint: [], code: [], steps: POINTERS.map(() => ({ list: [], form: [] })) }),
      );
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const { ms } = await measureListPaint(browser, bareList, line);
        if (round >= 0) floor.push(ms);
        for (const [product, list] of lists.entries()) {
          const { ms, code } = await measureListPaint(browser, list, line);
          const seen = round < 0 ? undefined : shown[product];
          seen?.paint.push(ms);
          seen?.code.push(code);
          for (const [by, pointer] of POINTERS.entries()) {
            const steps = await measureSteps(browser, list, line, pointer);
            seen?.steps[by]?.list.push(steps.list);
            seen?.steps[by]?.form.push(steps.form);
          }
        }
      }
      const [ours, theirs] = shown;
      const limits = LIMITS[at];
      if (!ours || !theirs || !limits) throw new Error(`no limits for ${line.name}`);
      const painted = `list of recipes, cold cache, until its tenth row, ${line.name}`;
      const beside = besidePayload(painted, limits.list, ours.paint, theirs.paint);
      yield { ...beside, reference: `${beside.reference}; a bare table: ${inMs(floor)}` };
      for (const [by, { name }] of POINTERS.entries()) {
        const [mine, other] = [ours.steps[by], theirs.steps[by]];
        if (!mine || !other) continue;
        yield besidePayload(
          `click in the menu ${name}, until the tenth row, ${line.name}`,
          limits.step,
          mine.list,
          other.list,
        );
        yield besidePayload(
          `click on a row ${name}, until its form, ${line.name}`,
          limits.step,
          mine.form,
          other.form,
        );
      }
      if (line === LOOPBACK) yield sizeBesidePayload(Math.max(...ours.code), Math.max(...theirs.code));
    }
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
    bare.stop();
  }
}

const inMs = (values: number[]) => {
  const [low, middle, high] = quartiles(values);
  return `${middle.toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`;
};

function besidePayload(what: string, limit: number, ours: number[], theirs: number[]): Figure {
  const ratio = median(ours) / median(theirs);
  return {
    what,
    measured: `${ratio.toFixed(2)} ×: ${inMs(ours)}`,
    goal: `≤ ${limit} ×`,
    reference: `Payload: ${inMs(theirs)}`,
    reached: ratio <= limit,
  };
}

const sizeBesidePayload = (ours: number, theirs: number): Figure => ({
  what: 'script and styles of the list as served, until the network is quiet',
  measured: kilobytes(ours),
  goal: '≤ 200 KB',
  reference: `Payload: ${kilobytes(theirs)}`,
  reached: ours <= 200_000,
});
