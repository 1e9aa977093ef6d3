import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newDataDir, removeDataDir, root } from '../../bench/product.ts';
import { createLine } from '../networkLine.ts';
import { freePort } from '../port.ts';
import { createTestDatabase } from '../postgres.ts';
import {
  type FaultHarness,
  formatSeconds,
  percentile,
  restartableMailServer,
  staffClientOf,
  timeUntil,
} from './harness.ts';

type Mode = 'here' | 'unknown' | 'silent';

/** Starts a DNS server that resolves every name to this machine, knows no name, or does not respond. */
async function nameServer({ undo }: Pick<FaultHarness, 'undo'>) {
  const address = '127.0.0.153';
  const socket = createSocket('udp4');
  let mode: Mode = 'here';
  socket.on('message', (query, from) => {
    if (mode === 'silent') return;
    let end = 12;
    while (query[end]) end += (query[end] ?? 0) + 1;
    const question = query.subarray(12, end + 5);
    const hasAddress = mode === 'here' && query.readUInt16BE(end + 1) === 1;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(mode === 'unknown' ? 0x8183 : 0x8180, 2);
    for (const [place, count] of [1, Number(hasAddress), 0, 0].entries())
      head.writeUInt16BE(count, 4 + place * 2);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([head, question, ...(hasAddress ? [answer] : [])]), from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  undo(() => socket.close());
  const notes = await newDataDir();
  undo(() => removeDataDir(notes));
  const file = join(notes, 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  return {
    /**
     * Command prefix that makes a program use this DNS server alone, by replacing resolv.conf in its mount
     * namespace.
     */
    within: ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file],
    be(next: Mode) {
      mode = next;
    },
  };
}

const named = (url: string, name: string) => {
  const address = new URL(url);
  address.hostname = name;
  return address.href;
};

export async function nameOutage(ground: FaultHarness): Promise<void> {
  const names = await nameServer(ground);
  const own = await createTestDatabase();
  ground.undo(() => own.drop());
  const line = await createLine(own.url);
  ground.undo(() => line.close());
  const direct = new URL(own.url);
  direct.host = new URL(line.url).host;
  const post = await restartableMailServer(ground);
  const env = {
    DATABASE_URL: named(direct.href, 'banco.rede.test'),
    SMTP_URL: named(post.url, 'correio.rede.test'),
    PLAIN_INSIDE: '1',
    DEMO_CONTENT: '1',
    NODE_OPTIONS: `--import ${join(root, 'test/faults/lookups.mjs')}`,
  };
  const product = await ground.start({ within: names.within, env });
  const caller = await staffClientOf(product);
  const ask = () => caller.send('POST', '/api/auth/forgot-it', { email: product.admin.email });
  await wait(5000);
  const media = /\/media\/[^"]+/.exec((await caller.get('/api/admin/banners')).text)?.[0] ?? '';
  const pictures = async () => {
    const times: number[] = [];
    const failed: number[] = [];
    for (let count = 0; count < 60; count += 1)
      for (const path of [media, '/', '/api/admin/banners']) {
        const { status, ms } = await caller.get(path);
        times.push(ms);
        if (status !== 200) failed.push(status);
      }
    const { status, ms } = await caller.banner('Faixa');
    return { p99: percentile(times, 0.99), failed, upload: status === 201 ? ms : Number.POSITIVE_INFINITY };
  };

  const before = await pictures();
  names.be('silent');
  process.kill(product.pid, 'SIGUSR2');
  await wait(500);
  const during = await pictures();
  ground.addResult(
    '200 lookups that hang',
    'pages, pictures and uploads go on',
    `p99 ${before.p99} and ${during.p99} ms; upload ${before.upload} and ${during.upload} ms; ${during.failed.length} failed`,
    during.failed.length === 0 && during.p99 <= Math.max(250, before.p99 * 3) && during.upload < 5000,
  );

  for (const mode of ['silent', 'unknown'] as const) {
    names.be(mode);
    await line.close();
    await line.restore();
    const mails = post.count();
    await wait(200);
    const [kept, ...rest] = await Promise.all([
      caller.page(),
      caller.get('/api/admin/banners'),
      caller.save(),
      caller.get('/readyz'),
    ]);
    const words = rest.slice(0, 2).every(({ status, text }) => status === 503 && text.includes('"message"'));
    const second = await caller.page();
    ground.addResult(
      `names ${mode}, and the database's connections cut`,
      'the first who asks knows within 3 s (pages that are kept, the rest 503 in words), the next at once',
      `/ ${kept.status} in ${kept.ms} ms, then in ${second.ms} ms; ${rest.map(({ status, ms }) => `${status} in ${ms} ms`).join(', ')}`,
      [kept, second].every(({ status }) => status === 200) &&
        second.ms < 500 &&
        words &&
        [kept, ...rest].every(({ ms }) => ms < 3500) &&
        rest.every(({ status }) => status === 503),
    );
    names.be('here');
    const back = await timeUntil(async () => (await caller.save()).status === 201, 60_000);
    await ask();
    const left = await timeUntil(() => post.count() > mails, 60_000);
    ground.addResult(
      '… and back',
      'saves go on and mails leave by themselves',
      `saves after ${formatSeconds(back)}, a mail ${formatSeconds(left)}`,
      back < 30_000 && left < 60_000,
    );
  }

  for (const mode of ['unknown', 'silent'] as const) {
    names.be(mode);
    const [program = '', ...args] = [...names.within, process.execPath, 'build/server/main.js'];
    const dataDir = await newDataDir();
    ground.undo(() => removeDataDir(dataDir));
    const begun = performance.now();
    const child = spawn(program, args, {
      cwd: root,
      env: {
        ...process.env,
        ...env,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        ADMIN_PASSWORD: 'senha da medida',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    await once(child, 'exit');
    clearTimeout(late);
    const took = performance.now() - begun;
    const first = output.trim().split('\n')[0] ?? '';
    ground.addResult(
      `a start while names are ${mode}`,
      'ends in words, for whoever starts it again',
      `code ${child.exitCode} after ${formatSeconds(took)}: ${first.slice(0, 120)}`,
      child.exitCode === 1 && took < 30_000 && first !== '',
    );
  }
}
