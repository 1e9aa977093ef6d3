import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { createUser } from '../src/accounts/auth/operatorAccounts.service.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createApp } from '../src/server/app.ts';
import type { Figure } from './figures.ts';
import { median, newDataDir, type RunningProduct, removeDataDir, startProduct } from './product.ts';

// Cost of many open back-office windows, and the delay until each receives a change.

const STREAMS = 200;
const EACH = 10;
const SAVES = 20;
const IDLE_MS = 30_000;
const PASSWORD = 'senha da medição';

interface Listener {
  answer: IncomingMessage;
  heard(uuid: string): Promise<number>;
}

export async function changeStreams(): Promise<Figure[]> {
  const dataDir = await newDataDir();
  const people = Array.from({ length: STREAMS / EACH }, (_, at) => `pessoa${at}@medicao.example`);
  const app = await createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }) });
  for (const [at, email] of people.entries())
    await createUser(app.deps, { email, name: `Pessoa ${at}`, password: PASSWORD });
  await app.close();

  const product = await startProduct(dataDir, undefined, { DEMO_CONTENT: '0' });
  try {
    const tokens: string[] = [];
    for (const email of people) tokens.push(await signIn(product.url, email));
    const [token = ''] = tokens;
    await idle(product, 5000);
    const before = await idle(product, IDLE_MS);
    const listeners = await Promise.all(
      tokens.flatMap((each) => Array.from({ length: EACH }, () => listen(product.url, each))),
    );
    const after = await idle(product, IDLE_MS);
    const took: number[] = [];
    const health: number[] = [];
    for (let at = 0; at < SAVES; at += 1) {
      const begun = performance.now();
      const uuid = await save(product.url, token, at);
      const asked = performance.now();
      const healthy = fetch(`${product.url}/healthz`).then(() => performance.now() - asked);
      took.push(
        ...(await Promise.all(listeners.map(async (listener) => (await listener.heard(uuid)) - begun))),
      );
      health.push(await healthy);
    }
    for (const { answer } of listeners) answer.destroy();
    took.sort((a, b) => a - b);
    const slowest = took.at(-1) ?? 0;
    const share = ((after.cpu - before.cpu) / IDLE_MS) * 100;
    return [
      {
        what: `${STREAMS} open streams: a save is heard by all`,
        measured: `median ${Math.round(median(took))} ms, most ${Math.round(slowest)} ms`,
        goal: '≤ 2000 ms',
        reached: slowest <= 2000,
      },
      {
        what: `${STREAMS} open streams: memory and processor while nothing is saved`,
        measured: `${Math.round((after.rss - before.rss) / 1e6)} MB, ${share.toFixed(1)} % of a core`,
        goal: '≤ 40 MB, ≤ 5 %',
        reached: after.rss - before.rss <= 40e6 && share <= 5,
      },
      {
        what: `${STREAMS} open streams: /healthz beside a save`,
        measured: `median ${Math.round(median(health))} ms, most ${Math.round(Math.max(...health))} ms`,
        goal: 'median ≤ 50 ms',
        reached: median(health) <= 50,
      },
    ];
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}

/** Returns the CPU time (ms) during an idle period of `ms`, and the resident memory (bytes) at its end. */
async function idle({ pid }: RunningProduct, ms: number): Promise<{ cpu: number; rss: number }> {
  const before = await processorMs(pid);
  await new Promise((wait) => setTimeout(wait, ms));
  const [, pages = ''] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return { cpu: (await processorMs(pid)) - before, rss: Number(pages) * 4096 };
}

/**
 * Returns the CPU time in ms. The fields of `/proc` are hundredths of a second, after the name, which may
 * contain spaces.
 */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { token: { access_token: string } } };
  return data.token.access_token;
}

async function save(url: string, token: string, at: number): Promise<string> {
  const answer = await fetch(`${url}/api/admin/phones/store`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ contact: `Linha ${at}`, ddi: '55', ddd: '85', number: '30001000', type: 1 }),
  });
  const { data } = (await answer.json()) as { data: { uuid: string } };
  return data.uuid;
}

function listen(url: string, token: string): Promise<Listener> {
  const received = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const parser = createParser({
    onEvent({ data }) {
      const now = performance.now();
      for (const { uuid } of JSON.parse(data).data.changes as { uuid: string }[]) {
        received.set(uuid, now);
        waiting.get(uuid)?.(now);
      }
    },
  });
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    get(`${url}/api/admin/changes`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
      answer.on('error', () => {});
      resolve({
        answer,
        heard: (uuid) =>
          new Promise((heard) => {
            const at = received.get(uuid);
            if (at !== undefined) heard(at);
            else waiting.set(uuid, heard);
          }),
      });
    }).on('error', reject);
  });
}
