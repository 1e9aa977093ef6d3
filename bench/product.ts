import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ALLOCATOR_ENV, V8_FLAGS } from '../scripts/lib/project.mjs';
import { freePort } from '../test/port.ts';

export const root = resolve(import.meta.dirname, '..');

export interface RunningProduct {
  url: string;
  pid: number;
  dataDir: string;
  admin: { email: string; password: string };
  /** Milliseconds from the start of the process to its first 200. */
  firstResponseMs: number;
  /** Resolves with the signal or the exit code of the process. */
  exit: Promise<string>;
  /** Returns what the process has printed. */
  output(): string;
  stop(): Promise<void>;
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'vitrine-bench-'));
export const removeDataDir = (directory: string) => rm(directory, { recursive: true, force: true });

/**
 * Starts the built product as in production, with demo content, on a free port, and waits until `awaited`
 * responds with 200. `spawned` receives the pid before the product is ready.
 */
export async function startProduct(
  dataDir: string,
  command = [process.execPath, ...V8_FLAGS, 'build/server/main.js'],
  env: Record<string, string> = {},
  { awaited = '/', spawned }: { awaited?: string; spawned?: (pid: number) => void } = {},
): Promise<RunningProduct> {
  const port = await freePort();
  const admin = { email: 'bench@hiperaurora.example', password: 'senha da medida' };
  const [program = '', ...args] = command;
  const begun = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      ...ALLOCATOR_ENV,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  spawned?.(child.pid ?? 0);
  const exit = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? String(code))),
  );
  let output = '';
  // The first administrator is created after the port is opened, and announced afterwards.
  const announced = new Promise<void>((resolve) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('está no ar')) resolve();
    }),
  );
  await untilFirstOk(url + awaited, child);
  const firstResponseMs = performance.now() - begun;
  await Promise.race([announced, exit]);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    admin,
    firstResponseMs,
    exit,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

export async function untilFirstOk(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}`);
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((wait) => setTimeout(wait, 10));
  }
}

/**
 * Waits until no picture lacks its AVIF variants, so that the encoding does not affect other measurements.
 */
export async function untilAvifReady({ dataDir }: RunningProduct): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  try {
    const pending = database.prepare("select count(*) as files from files where avif = 'pending'");
    while (Number(pending.get()?.files) > 0) await new Promise((wait) => setTimeout(wait, 1000));
  } finally {
    database.close();
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Returns the lower quartile, median and upper quartile. */
export function quartiles(values: number[]): [number, number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
  return [at(0.25), at(0.5), at(0.75)];
}
