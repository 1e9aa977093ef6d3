import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../test/port.ts';
import type { Figure } from './figures.ts';
import { kindOf } from './pages.ts';
import { median, type RunningProduct, root } from './product.ts';

const CONNECTIONS = 32;
const SECONDS = 1;
const ROUNDS = 5;
const MIN_RATIO = 0.95;

const ENCODINGS = { brotli: 'br', uncompressed: 'identity' } as const;
type Encoding = keyof typeof ENCODINGS;

const run = promisify(execFile);

/**
 * Returns the responses per second. Uses wrk, because a client in Node would be slower than the server it
 * measures.
 */
async function load(url: string, encoding: Encoding): Promise<number> {
  const { stdout } = await run('wrk', [
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${SECONDS}s`],
    ...['-H', `accept-encoding: ${ENCODINGS[encoding]}`, url],
  ]);
  const wrong = /(Non-2xx or 3xx responses|Socket errors):.*/.exec(stdout);
  if (wrong) throw new Error(`${url}: ${wrong[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
}

interface Raw {
  bytes: Buffer;
  /** Alternating names and values, as received. */
  lines: string[];
}

/** Returns a response as transferred: compressed bytes and header lines. */
function rawAnswer(url: string, encoding: Encoding): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': ENCODINGS[encoding], connection: 'keep-alive' };
    request(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ bytes: Buffer.concat(chunks), lines: response.rawHeaders });
    })
      .on('error', reject)
      .end();
  });
}

/** Headers that Node adds by itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive']);

const withoutNodeHeaders = (lines: string[]) =>
  lines.filter((_, at) => !NODE_HEADERS.has((lines[at - (at % 2)] ?? '').toLowerCase()));

const withoutDate = (lines: string[]) => lines.filter((_, at) => lines[at - 1]?.toLowerCase() !== 'date');

/**
 * Compares a cached response with a bare Node server that sends the same bytes and header lines, in turns.
 */
export async function cachedAgainstBare(
  product: RunningProduct,
  path: string,
  encoding: Encoding,
): Promise<Figure> {
  await rawAnswer(product.url + path, encoding);
  const ours = await rawAnswer(product.url + path, encoding);
  const bytesFile = join(product.dataDir, 'reference.bin');
  const linesFile = join(product.dataDir, 'reference.json');
  await writeFile(bytesFile, ours.bytes);
  await writeFile(linesFile, JSON.stringify(withoutNodeHeaders(ours.lines)));
  const keepAlive = /timeout=(\d+)/.exec(ours.lines.join())?.[1] ?? '5';
  const port = await freePort();
  const reference = spawn(
    process.execPath,
    ['bench/reference.ts', bytesFile, linesFile, keepAlive, String(port)],
    { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production' }, stdio: 'inherit' },
  );
  try {
    const referenceUrl = `http://127.0.0.1:${port}/`;
    await until(() => fetch(referenceUrl).then((answer) => answer.ok));
    const theirs = await rawAnswer(referenceUrl, encoding);
    if (withoutDate(theirs.lines).join('\n') !== withoutDate(ours.lines).join('\n'))
      throw new Error(`the reference writes other lines than ${path}`);
    await load(product.url + path, encoding);
    await load(referenceUrl, encoding);
    const rates: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, because load by other programs may favour one position.
      const first = round % 2 ? referenceUrl : product.url + path;
      const second = round % 2 ? product.url + path : referenceUrl;
      const pair = [await load(first, encoding), await load(second, encoding)] as [number, number];
      rates.push(round % 2 ? [pair[1], pair[0]] : pair);
    }
    const ratio = median(rates.map(([ours, bare]) => ours / bare));
    const rate = (index: 0 | 1) => Math.round(median(rates.map((pair) => pair[index]))).toLocaleString('en');
    return {
      what: `GET ${kindOf(path)} from the cache, ${encoding}, ${CONNECTIONS} connections`,
      measured: `${ratio.toFixed(2)} ×: ${rate(0)}/s of ${ours.bytes.length.toLocaleString('en')} bytes`,
      reference: `bare node:http, same bytes and headers: ${rate(1)}/s`,
      goal: `≥ ${MIN_RATIO} ×`,
      reached: ratio >= MIN_RATIO,
    };
  } finally {
    reference.kill('SIGTERM');
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await check().catch(() => false)) return;
    await new Promise((wait) => setTimeout(wait, 25));
  }
  throw new Error('the reference did not start');
}
