import { getPriority } from 'node:os';
import { afterAll, vi } from 'vitest';
import { backgroundPriority } from '../src/platform/processes/children.ts';
import { constantTimeOptions } from '../src/platform/security/constantTime.ts';
import { passwordHashing } from '../src/platform/security/secrets.ts';

// Tests wait for background work, and a lower priority on a busy machine would make that wait unpredictable.
backgroundPriority.niceness = getPriority();

// Cheap hashing, because tests hash a thousand passwords. Tests of the real cost use `COST`.
passwordHashing.cost = { memory: 256, passes: 1, parallelism: 1 };

// Short refusals, because tests wait for thousands of them. Tests that measure their duration use
// `useProductionTiming`.
constantTimeOptions.scale = 0.01;

// A longer default timeout, because tests wait for conditions and not for durations. The library's default is
// one second.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 30_000, ...(typeof options === 'number' ? { timeout: options } : options) });

// Test files share a process, and a stub that outlives its file would reach the imports of the next one.
afterAll(() => {
  vi.unstubAllGlobals();
});
