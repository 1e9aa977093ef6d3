import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findSwift } from '../scripts/lib/s3.mjs';
import { startS3Server } from '../test/s3Server.ts';
import { openVideoHead } from '../test/videos.ts';
import type { Figure } from './figures.ts';
import { median, newDataDir, type RunningProduct, removeDataDir, startProduct } from './product.ts';
import { tokenOf } from './upload.ts';

const MB = 1024 * 1024;
const SIZE = 500 * MB;
/** Limit in MB, independent of the length of the video. */
const MAX_GROWTH_MB = 100;

/**
 * Measures time and memory of sending and reading a video of 500 MB, on disk and on an object store if this
 * machine has one.
 */
export async function largeVideo(): Promise<Figure[]> {
  const figures = await on('disk', 20);
  if (!findSwift()) return figures;
  const s3 = await startS3Server();
  try {
    const buckets = { S3_BUCKET: 'vitrine-bench', S3_PRIVATE_BUCKET: 'vitrine-bench-private' };
    const client = new S3Client({
      endpoint: s3.endpoint,
      region: 'us-east-1',
      credentials: s3,
      forcePathStyle: true,
    });
    for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));
    const keys = { S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey };
    figures.push(...(await on('S3', 100, { S3_ENDPOINT: s3.endpoint, ...keys, ...buckets })));
  } finally {
    await s3.stop();
  }
  return figures;
}

async function on(store: string, seekLimit: number, env: Record<string, string> = {}): Promise<Figure[]> {
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir, undefined, { DEMO_CONTENT: '0', ...env });
  try {
    const token = await tokenOf(product);
    // The first upload fills buffers and pools that remain.
    await upload(product, token, 32 * MB);
    const sent = await measured(product, () => upload(product, token, SIZE));
    const url = await addressOf(product);
    const read = await measured(product, () => readWhole(url));
    const seek = await seekAround(url);
    return [
      memory(`500 MB video into ${store}`, sent),
      memory(`500 MB video out of ${store}`, read),
      {
        what: `64 KB from anywhere in that video, ${store}, median`,
        measured: `${seek.toFixed(1)} ms`,
        goal: `≤ ${seekLimit} ms`,
        reached: seek <= seekLimit,
      },
    ];
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}

const memory = (what: string, { time, growth }: { time: number; growth: number }): Figure => ({
  what: `${what}: growth of resident memory`,
  measured: `${growth.toFixed(0)} MB, in ${(time / 1000).toFixed(1)} s`,
  goal: `≤ ${MAX_GROWTH_MB} MB`,
  reached: growth <= MAX_GROWTH_MB,
});

async function residentMegabytes({ pid }: RunningProduct): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the duration of `work` in ms and the largest growth of the product's memory in MB. */
async function measured(
  product: RunningProduct,
  work: () => Promise<void>,
): Promise<{ time: number; growth: number }> {
  const before = await residentMegabytes(product);
  let largest = before;
  const look = async () => {
    largest = Math.max(largest, await residentMegabytes(product));
  };
  const watching = setInterval(look, 20);
  const begun = performance.now();
  try {
    await work();
    await look();
    return { time: performance.now() - begun, growth: largest - before };
  } finally {
    clearInterval(watching);
  }
}

const HEADER = openVideoHead();
const NOISE = randomBytes(MB);

/** Returns any range of the video: its header, then repeated noise. */
function stretch(start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const from = start + at;
    const source = from < HEADER.length ? HEADER.subarray(from) : NOISE.subarray((from - HEADER.length) % MB);
    at += source.copy(bytes, at);
  }
  return bytes;
}

function* video(size: number): Generator<Buffer> {
  yield HEADER;
  let left = size - HEADER.length;
  for (; left >= MB; left -= MB) yield NOISE;
  yield NOISE.subarray(0, left);
}

async function upload({ url }: RunningProduct, token: string, size: number): Promise<void> {
  const boundary = 'vitrine-bench';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const outgoing = request(`${url}/api/admin/videos/store`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    outgoing.on('error', reject).on('response', async (answer) => {
      const body = await json(answer);
      if (answer.statusCode === 200 || answer.statusCode === 201) resolve();
      else reject(new Error(`the upload answered ${answer.statusCode}: ${JSON.stringify(body)}`));
    });
  });
  const body = Readable.from(
    (function* () {
      yield Buffer.from(head);
      yield* video(size);
      yield Buffer.from(tail);
    })(),
  );
  await Promise.all([pipeline(body, outgoing), answered]);
}

async function addressOf({ url }: RunningProduct): Promise<string> {
  const answer = await fetch(`${url}/api/site/video`);
  const { data } = (await answer.json()) as { data: { file: { url_s3: string } } };
  return new URL(data.file.url_s3, url).href;
}

async function readWhole(url: string): Promise<void> {
  const answer = await fetch(url);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  if (bytes !== SIZE) throw new Error(`${bytes} bytes came back`);
}

async function seekAround(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const start = Math.floor(Math.random() * (SIZE - 65_536));
    const begun = performance.now();
    const answer = await fetch(url, { headers: { range: `bytes=${start}-${start + 65_535}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    times.push(performance.now() - begun);
    if (answer.status !== 206 || !bytes.equals(stretch(start, 65_536))) throw new Error(`wrong at ${start}`);
  }
  return median(times);
}
