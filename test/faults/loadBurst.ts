import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { newDataDir, removeDataDir, root } from '../../bench/product.ts';
import { fileOf } from '../images.ts';
import { mp4 } from '../sampleFiles.ts';
import { formOf } from '../uploads.ts';
import {
  type FaultHarness,
  formatSeconds,
  type HarnessProduct,
  percentile,
  resourcesOf,
  staffClientOf,
  timeUntil,
} from './harness.ts';

const PATHS = ['/', '/branches', '/api/site/home', '/healthz'];
const run = promisify(execFile);

/** Requests pages from a separate process; `finish` returns the result. */
function probe({ url }: HarnessProduct, pause = 50) {
  const child = spawn(process.execPath, [join(root, 'test/probe.ts'), url, String(pause), ...PATHS], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return async () => {
    child.stdin.end();
    await once(child, 'close');
    const result = JSON.parse(output) as { times: number[]; failed: string[]; again: number };
    const { times, failed, again } = result;
    return { p99: percentile(times, 0.99), failed, again, asked: times.length };
  };
}

/** Holds connections in a separate process, because each process has its own limit of descriptors. */
function crowd(product: HarnessProduct, ...given: string[]) {
  const { port } = new URL(product.url);
  const child = spawn(
    process.execPath,
    [join(root, 'test/faults/connectionHolders.child.ts'), port, ...given],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let last = { open: 0, most: 0, answers: {} as Record<string, number>, isDone: false };
  let buffer = '';
  child.stdout.on('data', (chunk: Buffer) => {
    buffer += chunk.toString();
    const lines = buffer.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) last = JSON.parse(line);
  });
  return {
    now: () => last,
    async end() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}

async function besides(product: HarnessProduct, work: () => Promise<void>) {
  const finish = probe(product);
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, resourcesOf(product.pid).megabytes);
  }, 500);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { ...(await finish()), megabytes: Math.round(megabytes) };
}

export async function heldConnections(ground: FaultHarness): Promise<void> {
  const product = await ground.start();
  const { send } = await staffClientOf(product);
  const file = fileOf(mp4(Buffer.alloc(30_000_000, 7)), 'a.mp4', 'video/mp4');
  const { text } = await send('POST', '/api/admin/videos/store', formOf({ video: file }));
  const film = /\/media\/[^"]+/.exec((await send('GET', '/api/admin/videos')).text + text)?.[0] ?? '/';
  const quiet = await besides(product, () => wait(8000));
  const open = () => resourcesOf(product.pid).descriptors;
  const before = open();

  for (const [fault, kind, count, most] of [
    ['10,000 idle connections of 200 addresses', 'idle', '10000', 100_000],
    ['1,000 slow ones (heads, bodies, readers)', 'slow', '1000', 120_000],
  ] as const) {
    const holders = crowd(product, kind, count, film);
    let closed = Number.POSITIVE_INFINITY;
    const during = await besides(product, async () => {
      await timeUntil(() => holders.now().most > 0, 10_000);
      // A client that does not read does not notice that its connection is closed.
      closed = await timeUntil(() => holders.now().isDone && open() <= before + 10, most);
    });
    const { most: opened, answers } = holders.now();
    await holders.end();
    ground.addResult(
      fault,
      'others are served: none fails, p99 within 250 ms; memory within 1.5 times',
      `${opened} open at most; p99 ${during.p99} ms (alone ${quiet.p99}), ${during.failed.length} of ${during.asked} failed (${during.failed.slice(0, 3)}), ${during.again} asked again; ${during.megabytes} MB (alone ${quiet.megabytes})`,
      during.failed.length === 0 && during.p99 <= 250 && during.megabytes <= quiet.megabytes * 1.5,
    );
    ground.addResult(
      fault,
      'are closed, their descriptors given back',
      `after ${formatSeconds(closed)}; ${JSON.stringify(answers)}`,
      closed < most,
    );
  }
}

interface Burst {
  rate: number;
  p99: number;
  statuses: Record<string, number>;
}

/** Runs wrk. Few requests share an address, so that they count as a crowd and not as an attack. */
async function wrk(
  product: HarnessProduct,
  path: string,
  connections: number,
  duration: number,
  folder: string,
) {
  const script = join(folder, 'count.lua');
  writeFileSync(
    script,
    `local threads = {}
function setup(thread) table.insert(threads, thread) end
function init() seen = {}; text = "" ; count = 0 end
function request()
  count = count + 1
  return wrk.format("GET", (string.gsub("${path}", "N", tostring(count))))
end
function response(status)
  seen[status] = (seen[status] or 0) + 1
  text = ""
  for code, times in pairs(seen) do text = text .. code .. " " .. times .. " " end
end
function done(summary, latency)
  local p = latency:percentile(99) / 1000
  for _, thread in ipairs(threads) do print("told " .. p .. " " .. thread:get("text")) end
end`,
  );
  const { stdout } = await run('wrk', [
    ...[
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${duration}s`,
      '--timeout',
      '10s',
      '-s',
      script,
      product.url,
    ],
  ]);
  const [, p99 = '', rest = ''] = /told (\S+) (.*)/.exec(stdout) ?? [];
  const words = rest.trim().split(' ');
  const statuses: Record<string, number> = {};
  for (let index = 0; index + 1 < words.length; index += 2)
    statuses[words[index] as string] = Number(words[index + 1]);
  const broken = /Socket errors: (.*)/.exec(stdout)?.[1];
  if (broken && !/connect 0, read 0, write 0, timeout 0/.test(broken)) statuses[broken] = 1;
  return {
    rate: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])),
    p99: Math.round(Number(p99)),
    statuses,
  } satisfies Burst;
}

/** Ten times the connections for ten seconds, on cached pages and on searches that are not cached. */
export async function loadBurst(ground: FaultHarness): Promise<void> {
  const folder = await newDataDir();
  ground.undo(() => removeDataDir(folder));
  const product = await ground.start();
  const caller = await staffClientOf(product);
  await wait(3000);
  for (const [what, path, steady] of [
    ['pages that are kept', '/', 8],
    ['searches, each another', '/api/site/search?q=bolo%20N', 4],
  ] as const) {
    const before = await wrk(product, path, steady, 5, folder);
    const health = { asked: 0, failed: 0, slowest: 0 };
    let going = true;
    const looking = (async () => {
      while (going) {
        const { status, ms } = await caller.get('/healthz');
        health.asked += 1;
        if (status !== 200) health.failed += 1;
        health.slowest = Math.max(health.slowest, ms);
        await wait(200);
      }
    })();
    const during = await wrk(product, path, steady * 10, 10, folder);
    going = false;
    await looking;
    const calm = await timeUntil(async () => (await caller.get('/')).ms < 50, 10_000);
    const after = await wrk(product, path, steady, 5, folder);
    const refused = Object.keys(during.statuses).filter((status) => status !== '200');
    ground.addResult(
      `a burst of ten times: ${what}`,
      'no 5xx; /healthz answers; a page within 50 ms within 2 s, and then as many a second as before',
      `p99 ${before.p99}, ${during.p99}, ${after.p99} ms at ${before.rate}, ${during.rate}, ${after.rate} a second; ` +
        `${refused.length === 0 ? 'all 200' : JSON.stringify(during.statuses)}; /healthz ${health.slowest} ms at most; calm after ${formatSeconds(calm)}`,
      refused.length === 0 && health.failed === 0 && calm < 2000 && after.rate >= before.rate / 2,
    );
  }
}
