import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfigError } from '../config.ts';
import { serveAlone } from './serving.ts';

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'vitrine-serving-'));
});
afterEach(() => rm(DATA_DIR, { recursive: true, force: true }));

const serve = (ROLLOUT = false, DATABASE_URL?: string) => serveAlone({ DATA_DIR, ROLLOUT, DATABASE_URL });

it('lets one process serve a SQLite, and the next as soon as it lets go', () => {
  const letGo = serve();
  expect(() => serve()).toThrow(ConfigError);
  letGo();
  serve()();
});

it('lets one that takes its place begin beside it, and keep all others out from then on', () => {
  vi.useFakeTimers();
  const first = serve();
  const second = serve(true);
  first();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect(() => serve()).toThrow(ConfigError);
  second();
  serve()();
});

it('lets as many serve a PostgreSQL as there are', () => {
  for (const _ of [1, 2]) serve(false, 'postgres://db/vitrine');
});
