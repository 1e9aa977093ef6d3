import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { kindOf } from './pages.ts';
import { anyPort, type Figure, median, type Running, root } from './product.ts';

const CONNECTIONS = 32;
const SECONDS = 2;
const ROUNDS = 5;

async function load(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} not 200, ${result.errors} errors`);
  return result.requests.average;
}

/** The answer as it travels: bytes still compressed, and its headers. */
function rawAnswer(url: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { date, connection, 'keep-alive': keepAlive, ...headers } = response.headers;
      resolve({ bytes: Buffer.concat(chunks), headers: headers as Record<string, string> });
    })
      .on('error', reject)
      .end();
  });
}

/** A cached answer beside a Fastify route that sends the same bytes from a Buffer, in turns. */
export async function cachedAgainstBuffer(product: Running, path: string): Promise<Figure> {
  const { bytes, headers } = await rawAnswer(product.url + path);
  const bytesFile = join(product.dataDir, 'reference.bin');
  const headersFile = join(product.dataDir, 'reference.json');
  await writeFile(bytesFile, bytes);
  await writeFile(headersFile, JSON.stringify(headers));
  const port = anyPort();
  const reference = spawn(process.execPath, ['bench/reference.ts', bytesFile, headersFile, String(port)], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  try {
    const referenceUrl = `http://127.0.0.1:${port}/`;
    await until(() => fetch(referenceUrl).then((answer) => answer.ok));
    await load(product.url + path);
    await load(referenceUrl);
    const ratios: number[] = [];
    const rates: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await load(product.url + path);
      const theirs = await load(referenceUrl);
      rates.push([ours, theirs]);
      ratios.push(ours / theirs);
    }
    const ratio = median(ratios);
    const rate = (index: 0 | 1) => Math.round(median(rates.map((pair) => pair[index]))).toLocaleString('en');
    return {
      what: `GET ${kindOf(path)} from the cache, ${CONNECTIONS} connections`,
      measured: `${ratio.toFixed(2)} × the reference (${rate(0)}/s beside ${rate(1)}/s; ${bytes.length} bytes)`,
      target: '≥ 0.85 ×',
      reached: ratio >= 0.85,
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
