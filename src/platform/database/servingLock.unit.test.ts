import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { lockForServing } from './servingLock.ts';

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'vitrine-serving-'));
});
afterEach(() => rm(DATA_DIR, { recursive: true, force: true }));

const serve = (ROLLOUT = false, DATABASE_URL?: string) => lockForServing({ DATA_DIR, ROLLOUT, DATABASE_URL });

it('lets one process serve a SQLite database, and the next once the lock is released', () => {
  const release = serve();
  expect(() => serve()).toThrow(ConfigError);
  release();
  serve()();
});

it('lets a replacement serve beside the first process with ROLLOUT, then excludes all others', () => {
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

it('lets any number of processes serve a PostgreSQL database', () => {
  for (const _ of [1, 2]) serve(false, 'postgres://db/vitrine');
});
