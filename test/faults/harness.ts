import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../../bench/product.ts';
import { tokenOf } from '../../bench/upload.ts';
import { V8_FLAGS } from '../../scripts/lib/project.mjs';
import { jpeg } from '../images.ts';
import { type MailServer, startMailServer } from '../mailServer.ts';

// Common ground of all faults: the built product as a separate process, a client, and a row with the result.

export interface ResultRow {
  fault: string;
  promise: string;
  measured: string;
  holds: boolean;
}

export interface FaultHarness {
  /** Adds a result. A broken promise fails the drill at its end, so that all other faults still run. */
  addResult(fault: string, promise: string, measured: string, holds: boolean): void;
  /** Registers a step that runs after the fault, in reverse order. */
  undo(step: () => unknown): void;
  start(options?: Start): Promise<HarnessProduct>;
}

export interface Start {
  env?: Record<string, string>;
  /** Command that runs the product; the product's own command is appended to it. */
  within?: string[];
  dataDir?: string;
}

export interface HarnessProduct extends RunningProduct {
  /** Log lines so far, of `warn` and above. */
  lines(): { msg: string; level: string; [name: string]: unknown }[];
}

export function createFaultHarness(rows: ResultRow[]): FaultHarness & { leave(): Promise<void> } {
  const steps: (() => unknown)[] = [];
  return {
    addResult: (fault, promise, measured, holds) => {
      rows.push({ fault, promise, measured, holds });
      console.log(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${fault} | ${promise} | ${measured}`);
    },
    undo: (step) => void steps.push(step),
    async leave() {
      for (const step of steps.splice(0).reverse()) await step();
    },
    async start({ env = {}, within = [], dataDir = '' } = {}) {
      const place = dataDir || (await newDataDir());
      if (!dataDir) steps.push(() => removeDataDir(place));
      const command = [...within, process.execPath, ...V8_FLAGS, 'build/server/main.js'];
      const product = await startProduct(place, command, { AVIF: '0', LOG_LEVEL: 'warn', ...env });
      steps.push(() => product.stop());
      const lines = () =>
        product
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line));
      return { ...product, lines };
    },
  };
}

export interface TimedResponse {
  status: number;
  text: string;
  headers: Headers;
  ms: number;
}

/** Creates a staff client that opens a new connection per request. */
export async function staffClientOf(product: Pick<HarnessProduct, 'url' | 'admin'>, token?: string) {
  const own = token ?? (await tokenOf(product as HarnessProduct));
  const picture = await jpeg({ width: 800, height: 400 });
  const send = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const begun = performance.now();
    const answer = await fetch(product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${own}`,
        connection: 'close',
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const ms = Math.round(performance.now() - begun);
    return { status: answer.status, text, headers: answer.headers, ms } satisfies TimedResponse;
  };
  let count = 0;
  return {
    token: own,
    picture,
    send,
    get: (path: string) => send('GET', path),
    page: () => send('GET', '/'),
    uncached: () => send('GET', `/api/site/revenues?search=bolo${count++}`),
    save: (number = '00000002') => send('POST', '/api/admin/phones/store', phone(number)),
    banner(title: string, more: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ title, ...more })) form.set(name, value);
      form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
      return send('POST', '/api/admin/banners/store', form);
    },
  };
}

export type StaffClient = Awaited<ReturnType<typeof staffClientOf>>;

const phone = (number: string) => ({ contact: 'Central', ddi: '55', ddd: '85', number, type: 1 });

/** Returns the resources that a process uses. */
export function resourcesOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return {
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
  };
}

/** Returns the CPU load of a process over a period, where 1 is one processor. */
export async function cpuLoadOf(pid: number, milliseconds: number): Promise<number> {
  const before = resourcesOf(pid).cpuSeconds;
  const begun = performance.now();
  await wait(milliseconds);
  return ((resourcesOf(pid).cpuSeconds - before) / (performance.now() - begun)) * 1000;
}

/** Returns the milliseconds until `holds` is true, or infinity after `most` milliseconds. */
export async function timeUntil(holds: () => Promise<boolean> | boolean, most: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun <= most) {
    const result = await Promise.resolve(holds()).catch(() => false);
    if (result) return Math.round(performance.now() - begun);
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}

export const formatSeconds = (milliseconds: number) =>
  Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(1)} s` : 'never';

/** Starts a mail server that can be closed and opened again. */
export async function restartableMailServer({ undo }: Pick<FaultHarness, 'undo'>) {
  let server: MailServer | null = await startMailServer();
  let earlier = 0;
  const { url, port } = server;
  const box = {
    url,
    count: () => earlier + (server?.received.length ?? 0),
    async open() {
      server = await startMailServer({}, port);
    },
    async close() {
      earlier = box.count();
      const closing = server;
      server = null;
      await closing?.close();
    },
  };
  undo(() => box.close());
  return box;
}

export const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

export const percentile = (times: number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN);
